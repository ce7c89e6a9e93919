import { type Announcement, LOOP_FROM_S, LOOP_TO_S } from "@app/contract/announcements";

/**
 * Seconds 10 to 15, or all of a shorter video.
 * @param lengthS null if unknown, as for a YouTube video
 */
export function toLoop(lengthS: number | null): Announcement["loop"] {
  if (lengthS === null || lengthS >= LOOP_TO_S) return { from_s: LOOP_FROM_S, to_s: LOOP_TO_S };
  return { from_s: 0, to_s: lengthS };
}

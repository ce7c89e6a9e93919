import { type Announcement, LOOP_FROM_S, LOOP_TO_S } from "@app/contract/announcements";

/**
 * The seconds that are played over and over: 10 to 15, from 0 where the video is shorter.
 * @param lengthS null where it is not known, as of a video that is not ours
 */
export function toLoop(lengthS: number | null): Announcement["loop"] {
  if (lengthS === null || lengthS >= LOOP_TO_S) return { from_s: LOOP_FROM_S, to_s: LOOP_TO_S };
  return { from_s: 0, to_s: lengthS };
}

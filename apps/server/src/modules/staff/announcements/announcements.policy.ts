import { LOOP_FROM_S, LOOP_TO_S } from "@app/contract/announcement-limits";
import type { Announcement, StaffAnnouncement } from "@app/contract/staff-announcements";

/**
 * Seconds 10 to 15, or all of a shorter video.
 * @param lengthS null if unknown, as for a YouTube video
 */
export function toLoop(lengthS: number | null): Announcement["loop"] {
  if (lengthS === null || lengthS >= LOOP_TO_S) return { from_s: LOOP_FROM_S, to_s: LOOP_TO_S };
  return { from_s: 0, to_s: lengthS };
}

type Facts = { isOn: boolean; isDue: boolean; isOver: boolean; isShown: boolean };

/** @param facts.isShown no other one that is on started later */
export function toState({ isOn, isDue, isOver, isShown }: Facts): StaffAnnouncement["state"] {
  if (!isOn) return "off";
  if (isOver) return "ended";
  if (!isDue) return "scheduled";
  return isShown ? "shown" : "covered";
}

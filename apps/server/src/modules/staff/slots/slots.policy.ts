import type { StaffSlot } from "@app/contract/slots";
import type { Viewer } from "#platform/viewer.ts";

/** Premium means that an earner never sees one, whether or not the plan is paid for right now. */
export function seesSlots(viewer: Viewer): boolean {
  return viewer === null || viewer.plan === null;
}

type Facts = { hasPicture: boolean; isActive: boolean; isDue: boolean; isOver: boolean; isFirst: boolean };

/** @param facts.isFirst among those that the place has room for */
export function toSlotState({ hasPicture, isActive, isDue, isOver, isFirst }: Facts): StaffSlot["state"] {
  if (!hasPicture) return "waiting";
  if (!isActive) return "off";
  if (isOver) return "ended";
  if (!isDue) return "scheduled";
  return isFirst ? "shown" : "queued";
}

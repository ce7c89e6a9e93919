import { CHANNEL_MESSAGES } from "@app/contract/channels";
import { AppError } from "#platform/errors.ts";
import type { Viewer } from "#platform/viewer.ts";

export type ChannelStanding = {
  owner_id: string;
  hidden_at: Date | null;
  hidden_for: readonly string[];
  erased_at: Date | null;
};

/** A channel may be seen hidden by its owner and by staff. */
export function canSeeHidden(viewer: Viewer, channel: { owner_id: string }): boolean {
  return viewer !== null && (viewer.isStaff || viewer.accountId === channel.owner_id);
}

/** @returns why this person may not see the channel; null when they may */
export function toRefusal(viewer: Viewer, channel: ChannelStanding | null): AppError | null {
  if (!channel || channel.erased_at) return new AppError("not_found", CHANNEL_MESSAGES.missing);
  if (channel.hidden_at === null || canSeeHidden(viewer, channel)) return null;
  if (channel.hidden_for.includes("staff")) return new AppError("not_allowed", CHANNEL_MESSAGES.blocked);
  return new AppError("gone", CHANNEL_MESSAGES.deactivated);
}

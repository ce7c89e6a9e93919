import { CHANNEL_MESSAGES, type Channel } from "@app/contract/channels";
import { AppError } from "#platform/errors.ts";
import type { Viewer } from "#platform/viewer.ts";

export type ChannelVisibility = {
  owner_id: string;
  hidden_at: Date | null;
  hidden_for: readonly string[];
  erased_at: Date | null;
};

/** Only the owner and staff see a hidden channel. */
export function canSeeHidden(viewer: Viewer, channel: { owner_id: string }): boolean {
  return viewer !== null && (viewer.isStaff || viewer.accountId === channel.owner_id);
}

/** A channel hidden by staff is blocked, even if its owner has deactivated it as well. */
export function toVisibility(channel: Pick<ChannelVisibility, "hidden_at" | "hidden_for">): Channel["visibility"] {
  if (channel.hidden_at === null) return "open";
  return channel.hidden_for.some((reason) => reason === "staff" || reason === "ban") ? "blocked" : "deactivated";
}

/** @returns why this viewer may not see the channel; null if they may */
export function toRefusal(viewer: Viewer, channel: ChannelVisibility | null): AppError | null {
  if (!channel || channel.erased_at) return new AppError("not_found", CHANNEL_MESSAGES.missing);
  const visibility = toVisibility(channel);
  if (visibility === "open" || canSeeHidden(viewer, channel)) return null;
  // Nobody learns that it could still come back within the 30 days.
  if (channel.hidden_for.includes("deletion")) return new AppError("not_found", CHANNEL_MESSAGES.missing);
  if (visibility === "blocked") return new AppError("not_allowed", CHANNEL_MESSAGES.blocked);
  return new AppError("gone", CHANNEL_MESSAGES.deactivated);
}

/**
 * Whether an account's picture is public. All pictures are while the channel is visible; none are once staff hide it or
 * it is being deleted. A member who only deactivated their channel keeps their avatar.
 */
export function canFetchPicture(
  owner: (Pick<ChannelVisibility, "hidden_at" | "hidden_for"> & { profile_key: string | null }) | null,
  key: string,
): boolean {
  if (!owner) return false;
  if (owner.hidden_at === null) return true;
  return key === owner.profile_key && owner.hidden_for.every((reason) => reason === "deactivation");
}

import type { Viewer } from "#platform/viewer.ts";

type Owned = { owner_id: string };

export function isOwner(viewer: Viewer, content: Owned): boolean {
  return viewer !== null && viewer.accountId === content.owner_id;
}

/** An item may be changed and removed by its owner and by staff. */
export function canEdit(viewer: Viewer, content: Owned): boolean {
  return isOwner(viewer, content) || (viewer?.isStaff ?? false);
}

/**
 * Who may open an item. Public and unlisted ones are for everybody who has the address, from the
 * first playable segment on; private, failed and hidden ones for the owner and staff.
 */
export function canSee(
  viewer: Viewer,
  content: Owned & { visibility: string; state: string; is_playable: boolean; hidden_at: Date | null },
): boolean {
  if (canEdit(viewer, content)) return true;
  if (content.hidden_at !== null || content.visibility === "private" || content.state === "failed") return false;
  return content.state === "ready" || content.is_playable;
}

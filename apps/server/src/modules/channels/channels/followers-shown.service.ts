import { readPrivacy } from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import type { Viewer } from "#platform/viewer.ts";
import { canSeeHidden } from "./channels.policy.ts";

/** @returns whether this person may see who follows the owner's channel; how many do, everybody may */
export async function canSeeFollowers(
  deps: Pick<Deps, "pool" | "now">,
  viewer: Viewer,
  ownerId: string,
): Promise<boolean> {
  if (canSeeHidden(viewer, { owner_id: ownerId })) return true;
  return (await readPrivacy(deps.pool, ownerId, deps.now())).showsFollowers;
}

import { createBatchLoader } from "#platform/coalesce.ts";
import type { Deps } from "#platform/deps.ts";
import { canFetchPicture } from "./channels.policy.ts";
import { selectPictureOwners } from "./visibility.sql.ts";

/**
 * Whether anybody may fetch a picture of an account right now, by the account's id and the picture's storage key.
 * Nothing is remembered: each answer is a read that began after the request came.
 */
export function createPictureAccess(deps: Pick<Deps, "pool">): (accountId: string, key: string) => Promise<boolean> {
  const read = createBatchLoader((ids: readonly string[]) => selectPictureOwners(deps.pool, ids));
  return async (accountId, key) => canFetchPicture(await read(accountId), key);
}

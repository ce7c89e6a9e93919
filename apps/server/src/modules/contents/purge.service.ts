import { forgetSharesOfItem } from "#modules/sharing/forget-shares.service.ts";
import type { Deps } from "#platform/deps.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { purgePicture } from "./pictures.service.ts";
import { deleteContent, selectContentsToPurge, selectPicturesOf } from "./purge.sql.ts";

const AT_A_TIME = 100;

type PurgeDeps = Pick<Deps, "sql" | "storage">;
type EraseDeps = PurgeDeps & Pick<Deps, "log">;

/** Takes an item away for good. The row goes last, so that what is cut short is begun again. */
export async function purgeContent(deps: PurgeDeps, id: string): Promise<void> {
  await deps.storage.removePrefix(`contents/${id}/`);
  await forgetSharesOfItem(deps, id);
  await deleteContent(deps.sql, id);
}

/**
 * Everything that a channel holds, what was removed before included.
 * @throws Error some of it is left
 */
export async function purgeContentsOf(deps: EraseDeps, channelId: string, signal: AbortSignal): Promise<void> {
  const failed = await workThrough(deps, {
    failure: "an item could not be erased",
    signal,
    next: (after: string | null) => selectContentsToPurge(deps.sql, channelId, { after, limit: AT_A_TIME }),
    work: (id) => purgeContent(deps, id),
  });
  if (failed > 0) throw new Error(`${failed} items of a channel could not be erased`);
}

/**
 * Pictures that somebody sent and has not chosen.
 * @throws Error some of them are left
 */
export async function purgePicturesOf(deps: EraseDeps, accountId: string): Promise<void> {
  const failed = await workThrough(deps, {
    failure: "a picture could not be erased",
    next: (after: string | null) => selectPicturesOf(deps.sql, accountId, { after, limit: AT_A_TIME }),
    work: (id) => purgePicture(deps, id),
  });
  if (failed > 0) throw new Error(`${failed} pictures of an account could not be erased`);
}

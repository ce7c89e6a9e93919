import { closeErasure, scrubAccount } from "#modules/accounts/ending.service.ts";
import { stopRenewal } from "#modules/billing/standing.service.ts";
import { scrubChannelOf } from "#modules/channels/scrub.service.ts";
import { purgeContentsOf, purgePicturesOf } from "#modules/contents/purge.service.ts";
import { forgetProfileOf } from "#modules/earners/forget-person.service.ts";
import { forgetExportsOf } from "#modules/exports/purge-exports.service.ts";
import { forgetFollowsOf } from "#modules/follows/forget-follows.service.ts";
import { forgetMeasurablesOf } from "#modules/measurables/forget-measurables.service.ts";
import { forgetPreferences } from "#modules/preferences/notifications.service.ts";
import { forgetRecruitingOf } from "#modules/recruiting/forget-recruiting.service.ts";
import { forgetSharesOfPerson } from "#modules/sharing/forget-shares.service.ts";
import { forgetTwoFactor } from "#modules/two-factor/two-factor.service.ts";
import { forgetUploadsOf } from "#modules/uploads/purge-uploads.service.ts";
import { forgetViewsOf } from "#modules/views/past-views.service.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { onePage, workThrough } from "#platform/jobs/work-through.ts";

/** What stands where the person's name stood. */
const ERASED_NAME = "Deleted user";

type EraseDeps = Pick<Deps, "sql" | "storage" | "uploads" | "log">;

/**
 * Erases an account: the id stays, for the rows of money that need one. Sign-in ends with the first
 * transaction; a worker that is stopped later goes on where it was, for the account stays due until the end. A part that
 * fails keeps no other from being erased, and is tried again.
 */
export async function eraseAccount(deps: EraseDeps, accountId: string, signal: AbortSignal): Promise<void> {
  const erased = await inTransaction(deps.sql, async (tx) => {
    if (!(await scrubAccount(tx, accountId, ERASED_NAME))) return null;
    await forgetPerson(tx, accountId);
    // In this order: all channels are locked before what belongs to them (`platform/db/locks.ts`).
    await forgetFollowsOf(tx, accountId);
    const channelId = await scrubChannelOf(tx, accountId, ERASED_NAME);
    await forgetViewsOf(tx, accountId);
    return { channelId };
  });
  if (!erased) return;
  const { channelId } = erased;
  const failed = await workThrough(deps, {
    failure: "a part of an account could not be erased",
    signal,
    next: onePage<() => Promise<void>>([
      () => (channelId === null ? Promise.resolve() : purgeContentsOf(deps, channelId, signal)),
      () => (channelId === null ? Promise.resolve() : forgetSharesOfPerson(deps, accountId, channelId)),
      () => purgePicturesOf(deps, accountId),
      () => forgetUploadsOf(deps, accountId, signal),
      () => forgetExportsOf(deps, accountId),
      () => deps.storage.removePrefix(`accounts/${accountId}/`),
    ]),
    work: (erase) => erase(),
  });
  if (failed > 0) throw new Error(`${failed} parts of an account could not be erased`);
  await closeErasure(deps.sql, accountId);
}

/** What is in rows only, each by the module that it belongs to; billing ends the plan and forgets the cards by a job. */
async function forgetPerson(tx: Sql, accountId: string): Promise<void> {
  await stopRenewal(tx, accountId);
  await forgetProfileOf(tx, accountId);
  await forgetMeasurablesOf(tx, accountId);
  await forgetRecruitingOf(tx, accountId);
  await forgetTwoFactor(tx, accountId);
  await forgetPreferences(tx, accountId);
}

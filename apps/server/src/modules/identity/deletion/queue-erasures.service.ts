import { beginEnding, findDueAccounts } from "#modules/identity/accounts/ending.service.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { eraseAccountJob } from "./erase-account.jobs.ts";

const AT_A_TIME = 500;

/** Queues a job for each account whose days are over, so that one that fails holds up no other. */
export async function queueErasures(deps: Pick<Deps, "sql">): Promise<void> {
  let after: string | null = null;
  do {
    const ids = await findDueAccounts(deps.sql, after, AT_A_TIME);
    await inTransaction(deps.sql, async (tx) => {
      for (const id of ids) await enqueueErasure(tx, id);
    });
    after = ids.at(-1) ?? null;
  } while (after !== null);
}

/** Erases an account without days of grace, once the caller's transaction is committed; sessions and links end with it. */
export async function queueErasure(deps: Pick<Deps, "events">, tx: Tx, accountId: string): Promise<void> {
  if (!(await beginEnding(tx, accountId, 0))) return;
  await deps.events.publish(tx, "account.deletion_requested", { account_id: accountId });
  await enqueueErasure(tx, accountId);
}

function enqueueErasure(tx: Sql, accountId: string): Promise<void> {
  return enqueue(tx, eraseAccountJob, { account_id: accountId }, { key: `erase:${accountId}` });
}

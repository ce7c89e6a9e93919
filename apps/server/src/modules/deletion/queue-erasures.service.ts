import { findDueAccounts } from "#modules/accounts/ending.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { eraseAccountJob } from "./erase-account.jobs.ts";

const AT_A_TIME = 500;

/** Queues a job for each account whose days are over, so that one that fails holds up no other. */
export async function queueErasures(deps: Pick<Deps, "sql">): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    for (const id of await findDueAccounts(tx, AT_A_TIME))
      await enqueue(tx, eraseAccountJob, { account_id: id }, { key: `erase:${id}` });
  });
}

import { z } from "zod";
import { completeErasure, erasePersonalColumns, selectChannelId } from "#modules/identity/accounts/deletion.sql.ts";
import { deleteLinks } from "#modules/identity/links/links.sql.ts";
import { deleteDevices } from "#modules/identity/sessions/devices.sql.ts";
import { deleteSignUpSession } from "#modules/identity/sign-up/sign-up-session.sql.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { onePage, workThrough } from "#platform/jobs/work-through.ts";
import { ERASED_NAME, type ErasePart } from "#platform/personal-data.ts";

type EraseDeps = Pick<Deps, "sql" | "log" | "personalData">;

/**
 * Erases an account; only its id stays, because payment records refer to it. The first transaction ends sign-in. The
 * account stays due until everything is erased, so a worker that is stopped resumes where it was. A part that fails is
 * retried, and does not keep the others from being erased.
 */
export async function eraseAccount(deps: EraseDeps, accountId: string, signal: AbortSignal): Promise<void> {
  const isErased = await inTransaction(deps.sql, async (tx) => {
    if (!(await erasePersonalColumns(tx, accountId, ERASED_NAME))) return false;
    await deleteDevices(tx, accountId);
    await deleteLinks(tx, accountId);
    await deleteSignUpSession(tx, accountId);
    await deps.personalData.eraseRows(tx, accountId);
    return true;
  });
  if (!isErased) return;
  const person = { accountId, channelId: await selectChannelId(deps.sql, accountId) };
  const failed = await workThrough(deps, {
    failure: "a part of an account could not be erased",
    signal,
    next: onePage<ErasePart>(deps.personalData.eraseFiles),
    work: (erase) => erase(person, signal),
  });
  if (failed > 0) throw new Error(`${failed} parts of an account could not be erased`);
  await completeErasure(deps.sql, accountId);
}

/** Safe to run twice: the account stays due until everything is erased. */
export const eraseAccountJob = defineJob({
  name: "deletion:erase-account",
  lane: "bulk",
  payload: z.object({ account_id: z.uuid() }),
  attempts: 8,
  timeoutMs: 60 * 60_000,
  run: (deps, { account_id }, signal) => eraseAccount(deps, account_id, signal),
});

import { DELETION_DAYS } from "@app/contract/account-safety";
import { z } from "zod";
import { selectAccount } from "#modules/identity/accounts/accounts.sql.ts";
import {
  clearDeletionDue,
  markDeletionDue,
  selectDueAccounts,
  selectPlanEnd,
} from "#modules/identity/accounts/deletion.sql.ts";
import { requireConfirmed } from "#modules/identity/accounts/passwords.service.ts";
import { expireLinks, LINK_PURPOSES } from "#modules/identity/links/links.sql.ts";
import { revokeDevices } from "#modules/identity/sessions/devices.sql.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import type { Member } from "#platform/viewer.ts";
import { renderAccountRestoredEmail, renderDeletionEmail } from "./deletion.presenter.ts";
import { eraseAccountJob } from "./erase.service.ts";

const AT_A_TIME = 500;

/**
 * Hides an account at once and erases it after `DELETION_DAYS`, in which nothing is charged. Signing in before then
 * cancels it.
 * @throws AppError `confirm_password`
 */
export async function requestDeletion(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "events">,
  member: Member,
): Promise<{ deletion_due_at: string }> {
  await requireConfirmed(deps, member);
  return inTransaction(deps.sql, async (tx) => {
    const scheduled = await scheduleDeletion(tx, member.accountId, DELETION_DAYS);
    if (!scheduled) throw notFound();
    await deps.events.publish(tx, "account.deletion_requested", { account_id: member.accountId });
    await sendEmail(deps, tx, renderDeletionEmail({ ...scheduled, publicUrl: deps.config.publicUrl }));
    return { deletion_due_at: scheduled.dueAt.toISOString() };
  });
}

/**
 * Also ends every session and every mailed link.
 * @returns null if there is no such account
 */
async function scheduleDeletion(
  tx: Sql,
  accountId: string,
  days: number,
): Promise<{ email: string; username: string; dueAt: Date } | null> {
  const account = await selectAccount(tx, accountId);
  const dueAt = account && (await markDeletionDue(tx, account.id, days));
  if (!account || !dueAt) return null;
  await revokeDevices(tx, account.id, null);
  for (const purpose of LINK_PURPOSES) await expireLinks(tx, account.id, purpose);
  return { email: account.email, username: account.username, dueAt };
}

/**
 * Cancels the pending deletion of an account. The deletion had stopped the renewal of its plan, so the caller learns
 * when that ends.
 * @returns null if the account has just been erased
 */
export async function restoreAccount(
  deps: Pick<Deps, "secrets" | "config" | "events">,
  tx: Tx,
  account: { id: string; email: string; username: string },
): Promise<{ planEndsAt: Date | null } | null> {
  if (!(await clearDeletionDue(tx, account.id))) return null;
  await deps.events.publish(tx, "account.deletion_canceled", { account_id: account.id });
  const planEndsAt = await selectPlanEnd(tx, account.id);
  await sendEmail(deps, tx, renderAccountRestoredEmail({ ...account, planEndsAt, publicUrl: deps.config.publicUrl }));
  return { planEndsAt };
}

/** Queues one job per due account, so that one that fails does not hold up the others. */
export async function queueErasures(deps: Pick<Deps, "sql">): Promise<void> {
  let after: string | null = null;
  do {
    const ids = await selectDueAccounts(deps.sql, after, AT_A_TIME);
    await inTransaction(deps.sql, async (tx) => {
      for (const id of ids) await enqueueErasure(tx, id);
    });
    after = ids.at(-1) ?? null;
  } while (after !== null);
}

/** Erases an account without a grace period, as soon as the caller's transaction commits. */
export async function queueErasure(deps: Pick<Deps, "events">, tx: Tx, accountId: string): Promise<void> {
  if (!(await scheduleDeletion(tx, accountId, 0))) return;
  await deps.events.publish(tx, "account.deletion_requested", { account_id: accountId });
  await enqueueErasure(tx, accountId);
}

function enqueueErasure(tx: Sql, accountId: string): Promise<void> {
  return enqueue(tx, eraseAccountJob, { account_id: accountId }, { key: `erase:${accountId}` });
}

export const queueErasuresJob = defineJob({
  name: "deletion:queue-erasures",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "7 3 * * *",
  run: (deps) => queueErasures(deps),
});

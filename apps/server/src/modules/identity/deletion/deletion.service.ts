import { DELETION_DAYS } from "@app/contract/account-safety";
import { selectAccount } from "#modules/identity/accounts/accounts.sql.ts";
import { markDeletionDue, selectDueAccounts } from "#modules/identity/accounts/deletion.sql.ts";
import { requireConfirmed } from "#modules/identity/accounts/passwords.service.ts";
import { expireLinks, LINK_PURPOSES } from "#modules/identity/links/links.sql.ts";
import { removeDeviceRows } from "#modules/identity/sessions/devices.sql.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import type { Member } from "#platform/viewer.ts";
import { renderDeletionEmail } from "./deletion.presenter.ts";
import { eraseAccountJob } from "./erase-account.jobs.ts";

const AT_A_TIME = 500;

/**
 * Hides an account at once and lets it be erased in `DELETION_DAYS`; signing in before then undoes it.
 * Nothing is charged in between.
 * @throws AppError `confirm_password`
 */
export async function deleteUser(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "events">,
  member: Member,
): Promise<{ deletion_due_at: string }> {
  await requireConfirmed(deps, member);
  return inTransaction(deps.sql, async (tx) => {
    const ending = await beginEnding(tx, member.accountId, DELETION_DAYS);
    if (!ending) throw notFound();
    await deps.events.publish(tx, "account.deletion_requested", { account_id: member.accountId });
    await sendEmail(deps, tx, renderDeletionEmail({ ...ending, publicUrl: deps.config.publicUrl }));
    return { deletion_due_at: ending.dueAt.toISOString() };
  });
}

/**
 * Begins the days after which an account is erased: every session ends, and no mailed link works any more.
 * @returns null when there is no such account
 */
export async function beginEnding(
  tx: Sql,
  accountId: string,
  days: number,
): Promise<{ email: string; username: string; dueAt: Date } | null> {
  const account = await selectAccount(tx, accountId);
  const dueAt = account && (await markDeletionDue(tx, account.id, days));
  if (!account || !dueAt) return null;
  await removeDeviceRows(tx, account.id, null);
  for (const purpose of LINK_PURPOSES) await expireLinks(tx, account.id, purpose);
  return { email: account.email, username: account.username, dueAt };
}

/** Queues a job for each account whose days are over, so that one that fails holds up no other. */
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

/** Erases an account without days of grace, once the caller's transaction is committed; sessions and links end with it. */
export async function queueErasure(deps: Pick<Deps, "events">, tx: Tx, accountId: string): Promise<void> {
  if (!(await beginEnding(tx, accountId, 0))) return;
  await deps.events.publish(tx, "account.deletion_requested", { account_id: accountId });
  await enqueueErasure(tx, accountId);
}

function enqueueErasure(tx: Sql, accountId: string): Promise<void> {
  return enqueue(tx, eraseAccountJob, { account_id: accountId }, { key: `erase:${accountId}` });
}

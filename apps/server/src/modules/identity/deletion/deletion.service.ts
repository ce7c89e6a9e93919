import { DELETION_DAYS } from "@app/contract/account-safety";
import { requireConfirmed } from "#modules/identity/accounts/confirm.service.ts";
import { beginEnding } from "#modules/identity/accounts/ending.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import type { Member } from "#platform/viewer.ts";
import { renderDeletionEmail } from "./deletion-mails.presenter.ts";

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

import { LOGIN_MESSAGES } from "@app/contract/accounts";
import type { Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import { clearDeletionDue, selectPlanEnd } from "./ending.sql.ts";
import { renderAccountRestoredEmail } from "./ending-mails.presenter.ts";

/**
 * Whoever signs in in time keeps the account.
 * @returns when its plan ends, for the deletion has stopped the renewal; null where none ends
 * @throws AppError `invalid_input` it was erased at this moment
 */
export async function keepAccount(
  deps: Pick<Deps, "secrets" | "config" | "events">,
  tx: Tx,
  account: { id: string; email: string; username: string },
): Promise<Date | null> {
  if (!(await clearDeletionDue(tx, account.id)))
    throw new AppError("invalid_input", LOGIN_MESSAGES.wrong, { errors: { password: [LOGIN_MESSAGES.wrong] } });
  await deps.events.publish(tx, "account.deletion_canceled", { account_id: account.id });
  const planEndsAt = await selectPlanEnd(tx, account.id);
  await sendEmail(deps, tx, renderAccountRestoredEmail({ ...account, planEndsAt, publicUrl: deps.config.publicUrl }));
  return planEndsAt;
}

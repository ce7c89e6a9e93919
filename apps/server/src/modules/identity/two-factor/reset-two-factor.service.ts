import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import { deleteTwoFactor } from "./two-factor.sql.ts";
import { renderTwoFactorOffEmail } from "./two-factor-mails.presenter.ts";

/** For whoever has lost app and recovery codes, and has proved to somebody at the server who they are. */
export async function resetTwoFactor(
  deps: Pick<Deps, "secrets">,
  tx: Sql,
  account: { id: string; email: string; username: string },
): Promise<void> {
  await deleteTwoFactor(tx, account.id);
  await sendEmail(deps, tx, renderTwoFactorOffEmail(account));
}

import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { queueMail } from "#platform/mail/send-mail.ts";
import { deleteTwoFactor } from "./two-factor.sql.ts";
import { twoFactorOffMail } from "./two-factor-mails.view.ts";

/** For whoever has lost app and recovery codes, and has proved to somebody at the server who they are. */
export async function resetTwoFactor(
  deps: Pick<Deps, "secrets">,
  tx: Sql,
  account: { id: string; email: string; username: string },
): Promise<void> {
  await deleteTwoFactor(tx, account.id);
  await queueMail(deps, tx, twoFactorOffMail(account));
}

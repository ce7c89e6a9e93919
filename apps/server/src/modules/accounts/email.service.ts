import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { hashToken } from "#platform/crypto/secrets.ts";
import { inTransaction, violates } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { queueMail } from "#platform/mail/send-mail.ts";
import type { Member } from "#platform/viewer.ts";
import { updateEmail } from "./accounts.sql.ts";
import { emailChangedMail } from "./link-mails.view.ts";
import { mailLink, requireMailTurn } from "./links.service.ts";
import { expireLinks, LINK_PURPOSES, selectOpenLinkEmail, useLink } from "./links.sql.ts";
import { emailKey } from "./names.policy.ts";
import { requireOwnPassword } from "./password.service.ts";
import { selectAccount, selectAccountByName } from "./session.sql.ts";

type EmailDeps = Pick<Deps, "sql" | "secrets" | "config" | "now">;

/**
 * Mails a link to the new address. One that belongs to somebody else gets none, and the answer is the
 * same: who has an account is nobody's business.
 * @throws AppError `invalid_input` on the fields; `too_many_requests`
 */
export async function changeEmail(deps: EmailDeps, member: Member, email: string, password: string): Promise<void> {
  await requireOwnPassword(deps, member, "password", password);
  const account = await selectAccount(deps.sql, member.accountId);
  if (!account) return;
  if (emailKey(account.email) === emailKey(email)) throw fieldError("email", "This is your email address already.");
  await requireMailTurn(deps, "change-email", member.accountId);
  await inTransaction(deps.sql, async (tx) => {
    if (await selectAccountByName(tx, emailKey(email))) return;
    await mailLink(deps, tx, account, { purpose: "change-email", email });
  });
}

/** @throws AppError `conflict` no change was asked for; `too_many_requests` */
export async function resendChangeEmail(deps: EmailDeps, member: Member): Promise<void> {
  const email = await selectOpenLinkEmail(deps.sql, member.accountId, "change-email");
  if (!email) throw new AppError("conflict", "Please ask for the new address once more.");
  await requireMailTurn(deps, "change-email", member.accountId);
  await inTransaction(deps.sql, async (tx) => {
    const account = await selectAccount(tx, member.accountId);
    if (account) await mailLink(deps, tx, account, { purpose: "change-email", email });
  });
}

/** @throws AppError `gone` the link was used, has expired, or never was, or the address was taken meanwhile */
export async function confirmChangeEmail(deps: EmailDeps, token: string): Promise<void> {
  try {
    await inTransaction(deps.sql, async (tx) => {
      const link = await useLink(tx, hashToken(token), "change-email");
      const account = link && (await selectAccount(tx, link.account_id));
      if (!link || !account) throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
      await updateEmail(tx, account.id, { email: link.email, emailKey: emailKey(link.email) });
      // A link that was sent to the old address must not open the account of the new one.
      for (const purpose of LINK_PURPOSES) await expireLinks(tx, account.id, purpose);
      await queueMail(deps, tx, emailChangedMail(account));
    });
  } catch (error) {
    if (violates(error, "accounts_email_key_key")) throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
    throw error;
  }
}

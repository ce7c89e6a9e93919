import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import type { PendingEmail } from "@app/contract/verification";
import {
  type AccountRow,
  selectAccount,
  selectAccountByName,
  updateEmail,
} from "#modules/identity/accounts/accounts.sql.ts";
import { emailKey } from "#modules/identity/accounts/names.policy.ts";
import { requireOwnPassword, requirePasswordOf } from "#modules/identity/accounts/passwords.service.ts";
import { hashToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Tx, violates } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import type { Member, Viewer } from "#platform/viewer.ts";
import { renderEmailChangedEmail } from "./links.presenter.ts";
import { addSilentLink, mailLink, requireMailTurn } from "./links.service.ts";
import { expireLinks, LINK_PURPOSES, selectPendingLink, useLink } from "./links.sql.ts";
import { requireLinkedAccount } from "./verify-email.service.ts";

type EmailDeps = Pick<Deps, "sql" | "secrets" | "config" | "now">;

/**
 * Mails a link to the new address; the link of an earlier wish ends. An address that belongs to somebody else gets no
 * mail, and everything else is the same: who has an account is nobody's business.
 * @throws AppError `invalid_input` on the fields; `too_many_requests`
 */
export async function changeEmail(deps: EmailDeps, member: Member, email: string, password: string): Promise<void> {
  await requireOwnPassword(deps, member, "password", password);
  const account = await selectAccount(deps.sql, member.accountId);
  if (!account) return;
  if (emailKey(account.email) === emailKey(email)) throw fieldError("email", "This is your email address already.");
  await requireMailTurn(deps, "change-email", member.accountId);
  await inTransaction(deps.sql, async (tx) => {
    await expireLinks(tx, account.id, "change-email");
    await mailNewAddress(deps, tx, account, email);
  });
}

/** @throws AppError `conflict` no change is pending; `too_many_requests` */
export async function resendChangeEmail(deps: EmailDeps, member: Member): Promise<void> {
  if (!(await readPendingEmail(deps, member))) throw new AppError("conflict", SIGN_UP_MESSAGES.nothingPending);
  await requireMailTurn(deps, "change-email", member.accountId);
  await inTransaction(deps.sql, async (tx) => {
    const account = await selectAccount(tx, member.accountId);
    const pending = await selectPendingLink(tx, member.accountId, "change-email", true);
    if (!account || !pending) throw new AppError("conflict", SIGN_UP_MESSAGES.nothingPending);
    await mailNewAddress(deps, tx, account, pending.email);
  });
}

async function mailNewAddress(deps: EmailDeps, tx: Tx, account: AccountRow, email: string): Promise<void> {
  const isTaken = (await selectAccountByName(tx, emailKey(email))) !== null;
  const link = { purpose: "change-email", email } as const;
  if (isTaken) await addSilentLink(deps, tx, account, link);
  else await mailLink(deps, tx, account, link);
}

export async function readPendingEmail(deps: Pick<Deps, "sql">, member: Member): Promise<PendingEmail | null> {
  const pending = await selectPendingLink(deps.sql, member.accountId, "change-email");
  return pending && { email: pending.email, sent_at: pending.sent_at.toISOString() };
}

/** The link that was sent no longer works. */
export function cancelChangeEmail(deps: Pick<Deps, "sql">, member: Member): Promise<void> {
  return expireLinks(deps.sql, member.accountId, "change-email");
}

/**
 * The link proves the mailbox; that its owner wants the change is proved by being signed in here, or by the password.
 * Without it a stranger could have their own account take the address of whoever opens the link.
 * @throws AppError `gone` the link was used, has expired, or never was, or the address was taken meanwhile;
 * `password_required`; `invalid_input` on `password`
 */
export async function confirmChangeEmail(
  deps: EmailDeps,
  viewer: Viewer,
  proof: { token: string; password: string | undefined },
): Promise<void> {
  const linked = await requireLinkedAccount(deps, proof.token, "change-email");
  if (viewer?.accountId !== linked.id) {
    if (proof.password === undefined) throw new AppError("password_required", SIGN_UP_MESSAGES.passwordToConfirm);
    await requirePasswordOf(deps, linked, "password", proof.password);
  }
  try {
    await inTransaction(deps.sql, async (tx) => {
      const link = await useLink(tx, hashToken(proof.token), "change-email");
      const account = link && (await selectAccount(tx, link.account_id));
      if (!link || !account) throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
      await updateEmail(tx, account.id, { email: link.email, emailKey: emailKey(link.email) });
      // A link that was sent to the old address must not open the account of the new one.
      for (const purpose of LINK_PURPOSES) await expireLinks(tx, account.id, purpose);
      await sendEmail(deps, tx, renderEmailChangedEmail(account));
    });
  } catch (error) {
    if (violates(error, "accounts_email_key_key")) throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
    throw error;
  }
}

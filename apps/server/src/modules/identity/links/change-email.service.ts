import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import type { PendingEmail } from "@app/contract/verification";
import {
  type AccountRow,
  selectAccount,
  selectAccountByLogin,
  updateEmail,
} from "#modules/identity/accounts/accounts.sql.ts";
import { emailKey } from "#modules/identity/accounts/names.policy.ts";
import { requireAccountPassword, requireOwnPassword } from "#modules/identity/accounts/passwords.service.ts";
import { hashToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Tx, violates } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import type { Member, Viewer } from "#platform/viewer.ts";
import { renderEmailChangedEmail } from "./links.presenter.ts";
import { addUnsentLink, requireEmailLimit, sendLink } from "./links.service.ts";
import { consumeLink, expireLinks, LINK_PURPOSES, selectPendingLink } from "./links.sql.ts";
import { requireLinkedAccount } from "./verify-email.service.ts";

type EmailDeps = Pick<Deps, "sql" | "secrets" | "config" | "now" | "events">;

/**
 * Sends a link to the new address; the link of an earlier change expires. An address of another account gets no email,
 * while the reply is the same, so that it does not reveal who has an account.
 * @throws AppError `invalid_input` on the fields; `too_many_requests`
 */
export async function changeEmail(deps: EmailDeps, member: Member, email: string, password: string): Promise<void> {
  await requireOwnPassword(deps, member, "password", password);
  const account = await selectAccount(deps.sql, member.accountId);
  if (!account) return;
  if (emailKey(account.email) === emailKey(email)) throw fieldError("email", "This is already your email address.");
  await requireEmailLimit(deps, "change-email", member.accountId);
  await inTransaction(deps.sql, async (tx) => {
    await expireLinks(tx, account.id, "change-email");
    await sendLinkToNewAddress(deps, tx, account, email);
  });
}

/** @throws AppError `conflict` if no change is pending; `too_many_requests` */
export async function resendChangeEmail(deps: EmailDeps, member: Member): Promise<void> {
  if (!(await readPendingEmail(deps, member))) throw new AppError("conflict", SIGN_UP_MESSAGES.nothingPending);
  await requireEmailLimit(deps, "change-email", member.accountId);
  await inTransaction(deps.sql, async (tx) => {
    const account = await selectAccount(tx, member.accountId);
    const pending = await selectPendingLink(tx, member.accountId, "change-email", true);
    if (!account || !pending) throw new AppError("conflict", SIGN_UP_MESSAGES.nothingPending);
    await sendLinkToNewAddress(deps, tx, account, pending.email);
  });
}

async function sendLinkToNewAddress(deps: EmailDeps, tx: Tx, account: AccountRow, email: string): Promise<void> {
  const isTaken = (await selectAccountByLogin(tx, emailKey(email))) !== null;
  const link = { purpose: "change-email", email } as const;
  if (isTaken) await addUnsentLink(deps, tx, account, link);
  else await sendLink(deps, tx, account, link);
}

export async function readPendingEmail(deps: Pick<Deps, "sql">, member: Member): Promise<PendingEmail | null> {
  const pending = await selectPendingLink(deps.sql, member.accountId, "change-email");
  return pending && { email: pending.email, sent_at: pending.sent_at.toISOString() };
}

export function cancelChangeEmail(deps: Pick<Deps, "sql">, member: Member): Promise<void> {
  return expireLinks(deps.sql, member.accountId, "change-email");
}

/**
 * The link only proves the mailbox. A session here or the password proves that its owner also owns the account:
 * otherwise a stranger could attach the address of whoever opens the link to an account of their own.
 * @throws AppError `gone` if the link was used, has expired or never existed, or another account has taken the address;
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
    await requireAccountPassword(deps, linked, "password", proof.password);
  }
  try {
    await inTransaction(deps.sql, async (tx) => {
      const link = await consumeLink(tx, hashToken(proof.token), "change-email");
      const account = link && (await selectAccount(tx, link.account_id));
      if (!link || !account) throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
      await updateEmail(tx, account.id, { email: link.email, emailKey: emailKey(link.email) });
      // Links sent to the old address must no longer give access to the account.
      for (const purpose of LINK_PURPOSES) await expireLinks(tx, account.id, purpose);
      await sendEmail(deps, tx, renderEmailChangedEmail(account));
      const changed = { account_id: account.id, change: "email_changed", detail: null } as const;
      await deps.events.publish(tx, "account.security_changed", changed);
    });
  } catch (error) {
    if (violates(error, "accounts_email_key_key")) throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
    throw error;
  }
}

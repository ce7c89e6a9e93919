import { SAFETY_MESSAGES } from "@app/contract/account-safety";
import { BRAND } from "@app/contract/brand";
import { EARNER_MESSAGES } from "@app/contract/earners";
import type { AccountId } from "@app/contract/ids";
import { SIGN_UP_MESSAGES, type signUpRoutes, toE164 } from "@app/contract/sign-up";
import type { z } from "zod";
import { creditReferral } from "#modules/referrals/credit-referral.service.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { hashToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Sql, violates } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { markEmailVerified } from "./accounts.sql.ts";
import { addAccount } from "./add-account.service.ts";
import { askForLink } from "./ask-for-link.service.ts";
import { mailLink } from "./links.service.ts";
import { expireLinks, useLink } from "./links.sql.ts";
import { emailKey } from "./names.policy.ts";
import { isOldEnough } from "./new-account.policy.ts";
import { isCommonPassword } from "./password.policy.ts";
import { selectAccount } from "./session.sql.ts";
import { type Device, openSession, type SignedIn } from "./sign-in.service.ts";
import { requireFreeNames } from "./taken-names.service.ts";

type SignUpDeps = Pick<Deps, "sql" | "secrets" | "config" | "now">;
type SignUp = z.output<typeof signUpRoutes.register.body>;

/**
 * Makes a General User's account and mails the link that verifies its address.
 * @throws AppError `invalid_input` with the fields that cannot be taken; somebody too young leaves nothing behind
 */
export async function register(
  deps: SignUpDeps,
  form: SignUp,
  address: string,
): Promise<{ username: string; email: string }> {
  if (form.user_type === BRAND.name) throw fieldError("user_type", EARNER_MESSAGES.notAnEarnerForm);
  await signUp(deps, form, address, (tx, id) =>
    mailLink(deps, tx, { id, username: form.username }, { purpose: "verify", email: form.email }),
  );
  return { username: form.username, email: form.email };
}

/**
 * Makes an unverified account of a General User of what the Sign Up form holds, and does `next` in the
 * same transaction.
 * @param address the connection's
 * @throws AppError `invalid_input` with the fields that cannot be taken; `too_many_requests`
 */
export async function signUp(
  deps: SignUpDeps,
  form: SignUp,
  address: string,
  next: (tx: Sql, accountId: AccountId) => Promise<void>,
): Promise<void> {
  if (!isOldEnough(form.date_of_birth, deps.now())) throw fieldError("date_of_birth", SIGN_UP_MESSAGES.tooYoung);
  if (await isCommonPassword(form.password)) throw fieldError("password", SIGN_UP_MESSAGES.commonPassword);
  await requireFreeNames(deps, form, address);
  const passwordHash = await hashPassword(form.password);
  try {
    await inTransaction(deps.sql, async (tx) => {
      const { accountId } = await addAccount(tx, toPerson(form, passwordHash));
      await next(tx, accountId);
    });
  } catch (error) {
    if (violates(error, "accounts_username_key_key")) throw fieldError("username", SIGN_UP_MESSAGES.usernameTaken);
    if (violates(error, "accounts_email_key_key")) throw fieldError("email", SIGN_UP_MESSAGES.emailTaken);
    throw error;
  }
}

function toPerson(form: SignUp, passwordHash: string): Parameters<typeof addAccount>[1] {
  return {
    username: form.username,
    email: form.email,
    passwordHash,
    fullName: "",
    plan: null,
    isVerified: false,
    isDemo: false,
    personal: {
      gender: form.gender,
      dateOfBirth: form.date_of_birth,
      phone: form.phone === null ? null : toE164(form.phone),
      referralCode: form.referral_code || null,
    },
    channel: { name: form.username, bio: "", profileKey: null, coverKey: null },
  };
}

/** The same answer whether there is such an account or not, and whether it is verified or not. */
export function sendVerification(deps: SignUpDeps, name: string): Promise<void> {
  return askForLink(deps, "verify", name);
}

/**
 * Verifies an address and signs the person in; not past a second factor, which a link does not replace.
 * @throws AppError `gone` the link was used, has expired, or never was; `two_factor_required` it is verified, and the person signs in
 */
export async function verifyEmail(deps: SignUpDeps, token: string, device: Device, address: string): Promise<SignedIn> {
  const verified = await inTransaction(deps.sql, async (tx) => {
    const link = await useLink(tx, hashToken(token), "verify");
    const account = link && (await selectAccount(tx, link.account_id));
    // A link proves the address that it was sent to, and no other.
    if (!account || emailKey(link.email) !== emailKey(account.email))
      throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
    await markEmailVerified(tx, account.id);
    await expireLinks(tx, account.id, "verify");
    const signedIn = account.has_two_factor ? null : await openSession(deps, tx, account, device, address);
    // After the session: the device that was used says whether the referral is to be looked at.
    await creditReferral(deps, tx, account.id, "verified");
    return signedIn;
  });
  if (!verified) throw new AppError("two_factor_required", SAFETY_MESSAGES.verifiedSignIn);
  return verified;
}

import { BRAND } from "@app/contract/brand";
import { SIGN_UP_MESSAGES, type signUpRoutes } from "@app/contract/sign-up";
import type { z } from "zod";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { hashToken } from "#platform/crypto/secrets.ts";
import { inTransaction, violates } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { markEmailVerified } from "./accounts.sql.ts";
import { addAccount } from "./add-account.service.ts";
import { mailLink, requireMailTurn } from "./links.service.ts";
import { useLink } from "./links.sql.ts";
import { isReservedUsername, signInKey } from "./names.policy.ts";
import { isOldEnough, toE164 } from "./new-account.policy.ts";
import { isCommonPassword } from "./password.policy.ts";
import { selectAccount, selectAccountByName } from "./session.sql.ts";
import { type Device, openSession, type SignedIn } from "./sign-in.service.ts";

type SignUpDeps = Pick<Deps, "sql" | "secrets" | "config" | "now">;
type SignUp = z.output<typeof signUpRoutes.register.body>;

/**
 * Makes a General User's account and mails the link that verifies its address.
 * @throws AppError `invalid_input` with the fields that cannot be taken; somebody too young leaves nothing behind
 */
export async function register(deps: SignUpDeps, form: SignUp): Promise<{ username: string; email: string }> {
  if (form.user_type === BRAND.name)
    throw fieldError("user_type", "Content Creators sign up with a plan, which is not open yet.");
  if (!isOldEnough(form.date_of_birth, deps.now())) throw fieldError("date_of_birth", SIGN_UP_MESSAGES.tooYoung);
  if (isReservedUsername(form.username)) throw fieldError("username", SIGN_UP_MESSAGES.usernameTaken);
  if (await isCommonPassword(form.password)) throw fieldError("password", SIGN_UP_MESSAGES.commonPassword);
  const passwordHash = await hashPassword(form.password);
  try {
    await inTransaction(deps.sql, async (tx) => {
      const { accountId } = await addAccount(tx, toPerson(form, passwordHash));
      await mailLink(deps, tx, { id: accountId, username: form.username }, { purpose: "verify", email: form.email });
    });
  } catch (error) {
    if (violates(error, "accounts_username_key_key")) throw fieldError("username", SIGN_UP_MESSAGES.usernameTaken);
    if (violates(error, "accounts_email_key_key")) throw fieldError("email", SIGN_UP_MESSAGES.emailTaken);
    throw error;
  }
  return { username: form.username, email: form.email };
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
export async function sendVerification(deps: SignUpDeps, name: string): Promise<void> {
  const key = signInKey(name);
  await requireMailTurn(deps, "verify", key);
  await inTransaction(deps.sql, async (tx) => {
    const account = await selectAccountByName(tx, key);
    if (!account || account.email_verified_at) return;
    await mailLink(deps, tx, account, { purpose: "verify", email: account.email });
  });
}

/** @throws AppError `gone` the link was used, has expired, or never was */
export async function verifyEmail(deps: SignUpDeps, token: string, device: Device, address: string): Promise<SignedIn> {
  return inTransaction(deps.sql, async (tx) => {
    const link = await useLink(tx, hashToken(token), "verify");
    const account = link && (await selectAccount(tx, link.account_id));
    if (!account) throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
    await markEmailVerified(tx, account.id);
    return openSession(deps, tx, account, device, address);
  });
}

import { BRAND } from "@app/contract/brand";
import { EARNER_MESSAGES } from "@app/contract/earners";
import type { AccountId } from "@app/contract/ids";
import { SIGN_UP_MESSAGES, type signUpRoutes, toE164 } from "@app/contract/sign-up";
import type { z } from "zod";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { inTransaction, type Sql, violates } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError } from "#platform/errors.ts";
import { addAccount } from "./add-account.service.ts";
import { askForLink } from "./ask-for-link.service.ts";
import { mailLink } from "./links.service.ts";
import { isOldEnough } from "./new-account.policy.ts";
import { isCommonPassword } from "./password.policy.ts";
import { startSignUpSession } from "./sign-up-session.service.ts";
import { requireFreeNames } from "./taken-names.service.ts";

type SignUpDeps = Pick<Deps, "sql" | "secrets" | "config" | "now" | "events">;
type SignUp = z.output<typeof signUpRoutes.register.body>;

/**
 * Makes a General User's account.
 * @returns the token of the sign-up session, for this browser's cookie
 * @throws AppError `invalid_input` with the fields that cannot be taken; somebody too young leaves nothing behind
 */
export function register(deps: SignUpDeps, form: SignUp, address: string): Promise<string> {
  if (form.user_type === BRAND.name) throw fieldError("user_type", EARNER_MESSAGES.notAnEarnerForm);
  return signUp(deps, form, address, async () => undefined);
}

/**
 * Makes an unverified General User of what the Sign Up form holds, mails the link that verifies the address, and does
 * `next` in the same transaction.
 * @param address the connection's
 * @returns the token of the sign-up session, for this browser's cookie
 * @throws AppError `invalid_input` with the fields that cannot be taken; `too_many_requests`
 */
export async function signUp(
  deps: SignUpDeps,
  form: SignUp,
  address: string,
  next: (tx: Sql, accountId: AccountId) => Promise<void>,
): Promise<string> {
  if (!isOldEnough(form.date_of_birth, deps.now())) throw fieldError("date_of_birth", SIGN_UP_MESSAGES.tooYoung);
  if (await isCommonPassword(form.password)) throw fieldError("password", SIGN_UP_MESSAGES.commonPassword);
  await requireFreeNames(deps, form, address);
  const passwordHash = await hashPassword(form.password);
  try {
    return await inTransaction(deps.sql, async (tx) => {
      const { accountId } = await addAccount(deps, tx, toPerson(form, passwordHash));
      const { username, email } = form;
      await mailLink(deps, tx, { id: accountId, username }, { purpose: "verify", email });
      await next(tx, accountId);
      return startSignUpSession(tx, accountId);
    });
  } catch (error) {
    if (violates(error, "accounts_username_key_key")) throw fieldError("username", SIGN_UP_MESSAGES.usernameTaken);
    if (violates(error, "accounts_email_key_key")) throw fieldError("email", SIGN_UP_MESSAGES.emailTaken);
    throw error;
  }
}

function toPerson(form: SignUp, passwordHash: string): Parameters<typeof addAccount>[2] {
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
  };
}

/** The same answer whether there is such an account or not, and whether it is verified or not. */
export function sendVerification(deps: SignUpDeps, name: string): Promise<void> {
  return askForLink(deps, "verify", name);
}

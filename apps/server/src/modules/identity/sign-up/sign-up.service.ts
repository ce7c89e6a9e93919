import { EARNER_TYPE } from "@app/contract/brand";
import { EARNER_MESSAGES } from "@app/contract/earners";
import type { AccountId } from "@app/contract/ids";
import { SIGN_UP_MESSAGES, type signUpRoutes, toE164 } from "@app/contract/sign-up";
import { CORRECTIONS_PER_DAY, type SignUpState } from "@app/contract/verification";
import type { z } from "zod";
import { addAccount } from "#modules/identity/accounts/accounts.service.ts";
import {
  type AccountRow,
  selectAccount,
  selectTakenNames,
  updateUnverifiedEmail,
} from "#modules/identity/accounts/accounts.sql.ts";
import { isOldEnough } from "#modules/identity/accounts/age.policy.ts";
import { emailKey, isReservedUsername, usernameKey } from "#modules/identity/accounts/names.policy.ts";
import { isCommonPassword } from "#modules/identity/accounts/password.policy.ts";
import { requestLink, sendLink, tooManyEmails } from "#modules/identity/links/links.service.ts";
import { expireLinks, LINK_PURPOSES, selectPendingLink } from "#modules/identity/links/links.sql.ts";
import { lockAttempts, requireDailyLimit } from "#modules/identity/sessions/attempts.service.ts";
import { insertAttempt, selectAttempts } from "#modules/identity/sessions/sessions.sql.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { inTransaction, type Sql, violates } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { toProviderNetwork } from "#platform/http/addresses.ts";
import { startSignUpSession } from "./sign-up-session.service.ts";

type SignUpDeps = Pick<Deps, "sql" | "secrets" | "config" | "now" | "events">;
type SignUp = z.output<typeof signUpRoutes.register.body>;

/**
 * Creates the account of a General User. Nothing is saved of somebody who is too young.
 * @returns the token of the sign-up session, for this browser's cookie
 * @throws AppError `invalid_input` on the fields that were refused; `too_many_requests`
 */
export function register(deps: SignUpDeps, form: SignUp, address: string): Promise<string> {
  if (form.user_type === EARNER_TYPE) throw fieldError("user_type", EARNER_MESSAGES.notAnEarnerForm);
  return signUp(deps, form, address, async () => undefined);
}

/**
 * Creates an unverified General User from the Sign Up form, sends the verification link and runs `next`, all in one
 * transaction.
 * @param address the IP address of the connection
 * @returns the token of the sign-up session, for this browser's cookie
 * @throws AppError `invalid_input` on the fields that were refused; `too_many_requests`
 */
export async function signUp(
  deps: SignUpDeps,
  form: SignUp,
  address: string,
  next: (tx: Sql, accountId: AccountId) => Promise<void>,
): Promise<string> {
  if (!isOldEnough(form.date_of_birth, deps.now())) throw fieldError("date_of_birth", SIGN_UP_MESSAGES.tooYoung);
  if (await isCommonPassword(form.password)) throw fieldError("password", SIGN_UP_MESSAGES.commonPassword);
  await requireAvailableNames(deps, form, address);
  const passwordHash = await hashPassword(form.password);
  try {
    return await inTransaction(deps.sql, async (tx) => {
      const { accountId } = await addAccount(deps, tx, toPerson(form, passwordHash));
      const { username, email } = form;
      await sendLink(deps, tx, { id: accountId, username }, { purpose: "verify", email });
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

/** The reply is the same whether or not the account exists and is verified. */
export function sendVerification(deps: SignUpDeps, name: string): Promise<void> {
  return requestLink(deps, "verify", name);
}

/** @param accountId null if this browser has no sign-up */
export async function readSignUpState(deps: Pick<Deps, "sql">, accountId: string | null): Promise<SignUpState | null> {
  const account = accountId && (await selectAccount(deps.sql, accountId));
  return account ? toState(deps.sql, account) : null;
}

/**
 * Corrects the address of an unverified sign-up, paid or not. Links and codes sent to the old address expire.
 * @param to.address the IP address of the connection
 * @throws AppError `gone` if this browser has no sign-up; `conflict` if the address is verified; `invalid_input` on
 * `email`; `too_many_requests`
 */
export async function correctEmail(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "now">,
  accountId: string | null,
  to: { email: string; address: string },
): Promise<SignUpState> {
  const { email } = to;
  const account = accountId && (await selectAccount(deps.sql, accountId));
  if (!account) throw new AppError("gone", SIGN_UP_MESSAGES.noSignUp);
  if (emailKey(account.email) === emailKey(email)) throw fieldError("email", SIGN_UP_MESSAGES.sameEmail);
  await requireDailyLimit(deps, "correct-email", account.id, {
    max: CORRECTIONS_PER_DAY,
    sentence: "You have changed the address too often today. Please try again tomorrow.",
  });
  await requireAvailableEmail(deps, email, to.address);
  try {
    return await inTransaction(deps.sql, async (tx) => {
      const isChanged = await updateUnverifiedEmail(tx, account.id, { email, emailKey: emailKey(email) });
      if (!isChanged) throw new AppError("conflict", SIGN_UP_MESSAGES.alreadyVerified);
      for (const purpose of LINK_PURPOSES) await expireLinks(tx, account.id, purpose);
      const waitS = await sendLink(deps, tx, account, { purpose: "verify", email });
      // Corrected back within a minute: without a new link, nothing could verify the address.
      if (waitS > 0) throw tooManyEmails(waitS);
      return toState(tx, { ...account, email, email_disowned_at: null });
    });
  } catch (error) {
    if (violates(error, "accounts_email_key_key")) throw fieldError("email", SIGN_UP_MESSAGES.emailTaken);
    throw error;
  }
}

async function toState(
  sql: Sql,
  account: Pick<AccountRow, "id" | "username" | "email" | "email_verified_at" | "email_disowned_at">,
): Promise<SignUpState> {
  const link = await selectPendingLink(sql, account.id, "verify");
  return {
    username: account.username,
    email: account.email,
    is_verified: account.email_verified_at !== null,
    is_disowned: account.email_disowned_at !== null,
    sent_at: link?.sent_at.toISOString() ?? null,
  };
}

/** How often per hour one network may learn that an email address has an account. */
const DISCLOSURES_ALLOWED = 10;
const WINDOW_MIN = 60;

/** Without a username, only the email address is checked. */
type Names = { username: string | null; email: string };

/**
 * Refuses names that are taken, before the expensive steps of a sign-up. People who forgot that they have an account
 * learn that their email address is taken; somebody who checks a list of addresses must not, so after ten such replies
 * the network has to wait (decision 0043).
 * @param address the IP address of the connection
 * @throws AppError `invalid_input` on `username` or `email`; `too_many_requests`
 */
async function requireAvailableNames(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  names: { username: string; email: string },
  address: string,
): Promise<void> {
  if (isReservedUsername(names.username)) throw fieldError("username", SIGN_UP_MESSAGES.usernameTaken);
  const taken = await findTakenName(deps, names, address);
  if (taken === "username") throw fieldError("username", SIGN_UP_MESSAGES.usernameTaken);
  if (taken === "email") throw fieldError("email", SIGN_UP_MESSAGES.emailTaken);
}

/** As `requireAvailableNames`, for an email address alone. @throws AppError `invalid_input` on `email`; `too_many_requests` */
async function requireAvailableEmail(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  email: string,
  address: string,
): Promise<void> {
  if ((await findTakenName(deps, { username: null, email }, address)) !== null)
    throw fieldError("email", SIGN_UP_MESSAGES.emailTaken);
}

function findTakenName(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  names: Names,
  address: string,
): Promise<keyof Names | null> {
  const network = deps.secrets.keyedHash("taken-answers", toProviderNetwork(address));
  return inTransaction(deps.sql, async (tx) => {
    await lockAttempts(tx, network);
    requireDisclosureLeft(await selectAttempts(tx, network, WINDOW_MIN), deps.now());
    return countTakenName(tx, network, names);
  });
}

async function countTakenName(tx: Sql, network: Buffer, names: Names): Promise<keyof Names | null> {
  const taken = await selectTakenNames(tx, {
    usernameKey: names.username === null ? null : usernameKey(names.username),
    emailKey: emailKey(names.email),
  });
  // Usernames are public, so only disclosures of email addresses are counted.
  if (taken.username) return "username";
  if (!taken.email) return null;
  await insertAttempt(tx, network);
  return "email";
}

/** @param disclosures their times, newest first */
function requireDisclosureLeft(disclosures: readonly Date[], now: Date): void {
  const oldest = disclosures[DISCLOSURES_ALLOWED - 1];
  if (!oldest) return;
  const waitS = Math.max(1, Math.ceil(WINDOW_MIN * 60 - (now.getTime() - oldest.getTime()) / 1000));
  const minutes = Math.ceil(waitS / 60);
  throw new AppError(
    "too_many_requests",
    `Too many sign-ups from your network. Please try again in ${minutes === 1 ? "1 minute" : `${minutes} minutes`}.`,
    { retryAfterS: waitS },
  );
}

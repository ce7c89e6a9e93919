import { SECURITY_MESSAGES } from "@app/contract/account-security";
import type { accountRoutes } from "@app/contract/accounts";
import { LOGIN_MESSAGES } from "@app/contract/errors";
import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import type { z } from "zod";
import { type AccountRow, selectAccount, selectAccountByLogin } from "#modules/identity/accounts/accounts.sql.ts";
import { emailKey, signInKey } from "#modules/identity/accounts/names.policy.ts";
import { lockForSignIn } from "#modules/identity/accounts/person.sql.ts";
import { requestLink } from "#modules/identity/links/links.service.ts";
import { consumeLink, selectUsableLink } from "#modules/identity/links/links.sql.ts";
import { startSignUpSession } from "#modules/identity/sign-up/sign-up-session.service.ts";
import { consumeCode } from "#modules/identity/two-factor/two-factor.service.ts";
import { verifyPassword } from "#platform/crypto/passwords.ts";
import { hashToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { beginSignIn } from "./attempts.service.ts";
import { createSession, type SignedIn, type SignInClient, wrongCredentials } from "./sessions.service.ts";

type Login = z.output<typeof accountRoutes.login.body>;
type SignInDeps = Pick<Deps, "sql" | "secrets" | "config" | "now" | "events">;

/**
 * @param address the IP address of the connection, not the one in the payload
 * @throws AppError `invalid_input` for an unknown account and a wrong password, with the same message after the same
 * time; `UnverifiedError`; `two_factor_required` if the code is missing; `too_many_requests` with the wait;
 * `sign_in_link_required` after too many wrong passwords for this account
 */
export async function signIn(deps: SignInDeps, login: Login, address: string): Promise<SignedIn> {
  const name = signInKey(login.email_or_username);
  const account = await selectAccountByLogin(deps.sql, name);
  const connection = { device: login, address };
  const attempt = await beginSignIn(deps, { accountId: account?.id ?? null, name, deviceId: login.device_id, address });
  if (!attempt.isPasswordEnough && !login.code) {
    await attempt.undo();
    throw signInLinkRequired();
  }
  if (!attempt.isPasswordEnough) {
    // One check of both: an attacker must not learn which was right, not even from when they have to wait.
    const isOwner = await attempt.check(() => verifyPasswordAndCode(deps, account, login));
    if (!account || !isOwner) throw signInLinkRequired();
    return createSessionIfPasswordUnchanged(deps, account, connection);
  }
  const matches = await attempt.check(() => verifyPassword(login.password, account?.password_hash ?? null));
  const owned = matches ? account : null;
  if (!owned) throw wrongCredentials();
  // Checked after the password, so that only its owner learns that the address is not verified.
  if (!owned.email_verified_at) throw new UnverifiedError(await startSignUpAgain(deps, owned));
  await requireSecondFactor(deps, owned, login.code);
  return createSessionIfPasswordUnchanged(deps, owned, connection);
}

function signInLinkRequired(): AppError {
  return new AppError("sign_in_link_required", LOGIN_MESSAGES.linkRequired);
}

/**
 * False as well without two-factor sign-in, whose password is not compared at all, or while its attempts are locked:
 * the reply and its timing reveal neither.
 */
async function verifyPasswordAndCode(
  deps: SignInDeps,
  account: AccountRow | null,
  { password, code }: Login,
): Promise<boolean> {
  const isPossible = account?.has_two_factor && account.email_verified_at && code;
  const isRight = await verifyPassword(password, isPossible ? account.password_hash : null);
  if (!isRight || !isPossible) return false;
  return consumeCode(deps, account.id, code).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === "too_many_requests") return false;
    throw error;
  });
}

/** @throws AppError `two_factor_required` if the code is missing; `invalid_input` on `code`; `too_many_requests` */
async function requireSecondFactor(
  deps: Pick<Deps, "sql" | "secrets" | "now" | "events">,
  account: AccountRow,
  code: string | undefined,
): Promise<void> {
  if (!account.has_two_factor) return;
  if (!code) throw new AppError("two_factor_required", SECURITY_MESSAGES.codeRequired);
  if (!(await consumeCode(deps, account.id, code))) throw fieldError("code", SECURITY_MESSAGES.wrongCode);
}

/** The password was right, but the address is not verified. Carries the token of a new sign-up session. */
export class UnverifiedError extends AppError {
  readonly signUpToken: string;

  constructor(signUpToken: string) {
    super("email_not_verified", LOGIN_MESSAGES.unverified);
    this.signUpToken = signUpToken;
  }
}

/**
 * The password proves the same as the sign-up did, so this browser may correct the address and verify it, too.
 * @param account whose password was checked
 */
function startSignUpAgain(deps: SignInDeps, account: AccountRow): Promise<string> {
  return inTransaction(deps.sql, async (tx) => {
    await requireSamePassword(tx, account);
    return startSignUpSession(tx, account.id);
  });
}

/** A password changed since the check has ended every session, and would miss the one that is about to begin. */
async function requireSamePassword(tx: Tx, account: AccountRow): Promise<void> {
  const locked = await lockForSignIn(tx, account.id);
  if (locked?.passwordHash !== account.password_hash) throw wrongCredentials();
}

/** @param account whose password was checked */
function createSessionIfPasswordUnchanged(
  deps: SignInDeps,
  account: AccountRow,
  from: SignInClient,
): Promise<SignedIn> {
  return inTransaction(deps.sql, async (tx) => {
    await requireSamePassword(tx, account);
    return createSession(deps, tx, account, from);
  });
}

/** The reply and the work are the same whether or not the account exists. */
export function sendSignInLink(deps: SignInDeps, name: string): Promise<void> {
  return requestLink(deps, "sign-in", name);
}

/**
 * Signs in by a mailed link; a second factor is still required. From then on the browser is a known device of the
 * account, where the password alone is enough again.
 * @throws AppError `gone` if the link was used, has expired or never existed; `two_factor_required`;
 * `invalid_input` on `code`
 */
export async function signInByLink(
  deps: SignInDeps,
  link: { token: string; code: string | undefined },
  from: SignInClient,
): Promise<SignedIn> {
  const hash = hashToken(link.token);
  const sent = await selectUsableLink(deps.sql, hash, "sign-in");
  const account = sent && (await selectAccount(deps.sql, sent.account_id));
  // A link proves only the address it was sent to.
  if (!sent || !account?.email_verified_at || emailKey(sent.email) !== emailKey(account.email)) throw linkUnusable();
  // First, so that a wrong code does not consume the link.
  await requireSecondFactor(deps, account, link.code);
  return inTransaction(deps.sql, async (tx) => {
    if (!(await consumeLink(tx, hash, "sign-in"))) throw linkUnusable();
    return createSession(deps, tx, account, from);
  });
}

function linkUnusable(): AppError {
  return new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
}

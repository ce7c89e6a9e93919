import { SAFETY_MESSAGES } from "@app/contract/account-safety";
import { type accountRoutes, LOGIN_MESSAGES, type session } from "@app/contract/accounts";
import { deviceId } from "@app/contract/ids";
import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import type { z } from "zod";
import { toUserCard } from "#modules/identity/accounts/accounts.presenter.ts";
import { type AccountRow, selectAccount, selectAccountByName } from "#modules/identity/accounts/accounts.sql.ts";
import { clearDeletionDue, selectPlanEnd } from "#modules/identity/accounts/deletion.sql.ts";
import { emailKey, signInKey } from "#modules/identity/accounts/names.policy.ts";
import { renderAccountRestoredEmail } from "#modules/identity/deletion/deletion.presenter.ts";
import { selectOpenLink, useLink } from "#modules/identity/links/links.sql.ts";
import { askForLink } from "#modules/identity/links/request-link.service.ts";
import { takeCode } from "#modules/identity/two-factor/check-code.service.ts";
import { toAddressPrefix } from "#platform/address-prefix.ts";
import { isPassword } from "#platform/crypto/passwords.ts";
import { hashToken, newToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import type { EmailContent } from "#platform/mail/mail.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import { newId } from "#platform/new-id.ts";
import { beginSignIn } from "./attempts.service.ts";
import { renderNewDeviceEmail, toDeviceName } from "./sessions.presenter.ts";
import { insertAccessToken, insertRefreshToken, isStrangeDevice, upsertDevice } from "./sessions.sql.ts";

type LinkDeps = Pick<Deps, "sql" | "secrets" | "config" | "now" | "events">;

export const ACCESS_TOKEN_S = 15 * 60;
export const REFRESH_TOKEN_DAYS = 30;
export const SESSION_DAYS = 90;

/** `kept`: signing in has undone a deletion, and when the plan ends that it has stopped. */
export type SignedIn = {
  session: z.input<typeof session>;
  refreshToken: string;
  kept?: { planEndsAt: Date | null };
};

type Login = z.output<typeof accountRoutes.login.body>;
type SignInDeps = Pick<Deps, "sql" | "secrets" | "config" | "now" | "events">;

/**
 * @param address the connection's, not the payload's
 * @throws AppError `invalid_input` unknown account or wrong password, in the same words and time;
 * `email_not_verified`; `two_factor_required` the code is missing; `too_many_requests` with the wait;
 * `sign_in_link_required` the account was guessed at too often
 */
export async function signIn(deps: SignInDeps, login: Login, address: string): Promise<SignedIn> {
  const name = signInKey(login.email_or_username);
  const account = await selectAccountByName(deps.sql, name);
  const guess = { accountId: account?.id ?? null, name, deviceId: login.device_id, address };
  const attempt = await beginSignIn(deps, guess);
  if (!attempt.isPasswordEnough && !login.code) {
    await attempt.takeBack();
    throw linkRequired();
  }
  const matches = await attempt.check(() => isPassword(login.password, account?.password_hash ?? null));
  if (!attempt.isPasswordEnough) {
    // Whoever guesses learns of none of the two whether it was right.
    if (!matches || !account || !(await isOpenedByCode(deps, account, login.code))) throw linkRequired();
    return beginSession(deps, account, login, address);
  }
  if (!matches || !account)
    throw new AppError("invalid_input", LOGIN_MESSAGES.wrong, { errors: { password: [LOGIN_MESSAGES.wrong] } });
  // Only whoever knows the password learns that the address is not verified.
  if (!account.email_verified_at) throw new AppError("email_not_verified", LOGIN_MESSAGES.unverified);
  await requireSecondStep(deps, account, login.code);
  return beginSession(deps, account, login, address);
}

function linkRequired(): AppError {
  return new AppError("sign_in_link_required", LOGIN_MESSAGES.linkRequired);
}

/** Whether the second factor is there and right; that there is none, or that its guesses have to wait, is told nobody. */
async function isOpenedByCode(deps: SignInDeps, account: AccountRow, code: string | undefined): Promise<boolean> {
  if (!account.has_two_factor || !account.email_verified_at || !code) return false;
  return takeCode(deps, account.id, code).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === "too_many_requests") return false;
    throw error;
  });
}

/** @throws AppError `two_factor_required` the code is missing; `invalid_input` on `code`; `too_many_requests` */
export async function requireSecondStep(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  account: AccountRow,
  code: string | undefined,
): Promise<void> {
  if (!account.has_two_factor) return;
  if (!code) throw new AppError("two_factor_required", SAFETY_MESSAGES.codeRequired);
  if (!(await takeCode(deps, account.id, code))) throw fieldError("code", SAFETY_MESSAGES.wrongCode);
}

/** Signs in whoever has shown who they are. An account that was about to be deleted is kept. */
function beginSession(deps: SignInDeps, account: AccountRow, from: Device, address: string): Promise<SignedIn> {
  return inTransaction(deps.sql, (tx) => openKeptSession(deps, tx, { account, from, address }));
}

export async function openKeptSession(
  deps: Pick<Deps, "secrets" | "config" | "now" | "events">,
  tx: Tx,
  { account, from, address }: { account: AccountRow; from: Device; address: string },
): Promise<SignedIn> {
  if (!account.deletion_due_at) return openSession(deps, tx, account, from, address);
  const planEndsAt = await keepAccount(deps, tx, account);
  return { ...(await openSession(deps, tx, account, from, address)), kept: { planEndsAt } };
}

export type Device = { device_id: string; device_name: string };

/** Begins a session on a device, and tells the person when it is one that they have not used before. */
export async function openSession(
  deps: Pick<Deps, "secrets" | "config" | "now">,
  tx: Sql,
  account: AccountRow,
  from: Device,
  address: string,
): Promise<SignedIn> {
  const device = {
    id: newId(deviceId),
    accountId: account.id,
    clientId: from.device_id,
    name: toDeviceName(from.device_name),
    addressPrefix: toAddressPrefix(address),
    sessionDays: SESSION_DAYS,
  };
  if (await isStrangeDevice(tx, device)) await sendEmail(deps, tx, toNewDeviceEmail(deps, account, device));
  return issueTokens(deps, tx, account, await upsertDevice(tx, device));
}

function toNewDeviceEmail(
  deps: Pick<Deps, "config" | "now">,
  account: AccountRow,
  device: { name: string; addressPrefix: string },
): EmailContent {
  return renderNewDeviceEmail({
    to: account.email,
    username: account.username,
    device: device.name,
    addressPrefix: device.addressPrefix,
    at: deps.now(),
    publicUrl: deps.config.publicUrl,
  });
}

/** A new pair for a device. The access token goes into the reply, the refresh token into a cookie. */
export async function issueTokens(
  deps: Pick<Deps, "config">,
  sql: Sql,
  account: AccountRow,
  device: string,
): Promise<SignedIn> {
  const accessToken = newToken();
  const refreshToken = newToken();
  await insertAccessToken(sql, { hash: hashToken(accessToken), deviceId: device, expiresInS: ACCESS_TOKEN_S });
  await insertRefreshToken(sql, { hash: hashToken(refreshToken), deviceId: device, days: REFRESH_TOKEN_DAYS });
  return {
    refreshToken,
    session: {
      access_token: accessToken,
      expires_in_s: ACCESS_TOKEN_S,
      users: toUserCard(account, (key) => publicMediaUrl(deps.config, key)),
    },
  };
}

/**
 * Whoever signs in in time keeps the account.
 * @returns when its plan ends, for the deletion has stopped the renewal; null where none ends
 * @throws AppError `invalid_input` it was erased at this moment
 */
async function keepAccount(
  deps: Pick<Deps, "secrets" | "config" | "events">,
  tx: Tx,
  account: { id: string; email: string; username: string },
): Promise<Date | null> {
  if (!(await clearDeletionDue(tx, account.id)))
    throw new AppError("invalid_input", LOGIN_MESSAGES.wrong, { errors: { password: [LOGIN_MESSAGES.wrong] } });
  await deps.events.publish(tx, "account.deletion_canceled", { account_id: account.id });
  const planEndsAt = await selectPlanEnd(tx, account.id);
  await sendEmail(deps, tx, renderAccountRestoredEmail({ ...account, planEndsAt, publicUrl: deps.config.publicUrl }));
  return planEndsAt;
}

/** The same answer and the same work for a known and an unknown account. */
export function sendSignInLink(deps: LinkDeps, name: string): Promise<void> {
  return askForLink(deps, "sign-in", name);
}

/**
 * Signs in whoever reads the account's mail; it does not replace a second factor. The browser is one that the person
 * has used from then on, so that its password is enough again.
 * @throws AppError `gone` the link was used, has expired, or never was; `two_factor_required`; `invalid_input` on `code`
 */
export async function signInByLink(
  deps: LinkDeps,
  link: { token: string; code: string | undefined },
  from: Device,
  address: string,
): Promise<SignedIn> {
  const hash = hashToken(link.token);
  const sent = await selectOpenLink(deps.sql, hash, "sign-in");
  const account = sent && (await selectAccount(deps.sql, sent.account_id));
  // A link proves the address that it was sent to, and no other.
  if (!sent || !account?.email_verified_at || emailKey(sent.email) !== emailKey(account.email)) throw useless();
  // A wrong code does not use the link up.
  await requireSecondStep(deps, account, link.code);
  return inTransaction(deps.sql, async (tx) => {
    if (!(await useLink(tx, hash, "sign-in"))) throw useless();
    return openKeptSession(deps, tx, { account, from, address });
  });
}

function useless(): AppError {
  return new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
}

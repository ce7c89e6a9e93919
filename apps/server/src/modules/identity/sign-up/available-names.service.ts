import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { selectTakenNames } from "#modules/identity/accounts/accounts.sql.ts";
import { emailKey, isReservedUsername, usernameKey } from "#modules/identity/accounts/names.policy.ts";
import { lockAttempts } from "#modules/identity/sessions/attempts.service.ts";
import { insertAttempt, selectAttempts } from "#modules/identity/sessions/sessions.sql.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";

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
export async function requireAvailableNames(
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
export async function requireAvailableEmail(
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
  const network = deps.secrets.keyedHash("taken-answers", toNetwork(address));
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

/** An IPv4 address, or the /48 that an IPv6 provider assigns to one customer. */
function toNetwork(address: string): string {
  const plain = address.replace(/^::ffff:/, "");
  return plain.includes(".") ? plain : `${plain.split(":").slice(0, 3).join(":")}::/48`;
}

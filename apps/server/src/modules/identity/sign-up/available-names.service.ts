import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { selectTakenNames } from "#modules/identity/accounts/accounts.sql.ts";
import { emailKey, isReservedUsername, usernameKey } from "#modules/identity/accounts/names.policy.ts";
import { lockAttempts } from "#modules/identity/sessions/attempts.service.ts";
import { insertAttempt, selectAttempts } from "#modules/identity/sessions/attempts.sql.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";

/** How often in an hour one network address is told that an e-mail address has an account. */
const TAKEN_ANSWERS = 10;
const WINDOW_MIN = 60;

/** No username where only the address is to be known. */
type Names = { username: string | null; email: string };

/**
 * Says which of the names cannot be taken, before anything that costs more is done for this sign-up. That an e-mail
 * address is taken is said to people who forgot that they have an account, but not to somebody who goes through a list
 * of addresses: after ten such answers the network waits, whatever it asks (decision 0043).
 * @param address the connection's
 * @throws AppError `invalid_input` on `username` or `email`; `too_many_requests`
 */
export async function requireAvailableNames(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  names: { username: string; email: string },
  address: string,
): Promise<void> {
  if (isReservedUsername(names.username)) throw fieldError("username", SIGN_UP_MESSAGES.usernameTaken);
  const taken = await answer(deps, names, address);
  if (taken === "username") throw fieldError("username", SIGN_UP_MESSAGES.usernameTaken);
  if (taken === "email") throw fieldError("email", SIGN_UP_MESSAGES.emailTaken);
}

/** The same for an address alone. @throws AppError `invalid_input` on `email`; `too_many_requests` */
export async function requireAvailableEmail(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  email: string,
  address: string,
): Promise<void> {
  if ((await answer(deps, { username: null, email }, address)) !== null)
    throw fieldError("email", SIGN_UP_MESSAGES.emailTaken);
}

function answer(deps: Pick<Deps, "sql" | "secrets" | "now">, names: Names, address: string) {
  const network = deps.secrets.keyedHash("taken-answers", toNetwork(address));
  return inTransaction(deps.sql, async (tx) => {
    await lockAttempts(tx, network);
    requireAnswerLeft(await selectAttempts(tx, network, WINDOW_MIN), deps.now());
    return findTaken(tx, network, names);
  });
}

async function findTaken(tx: Sql, network: Buffer, names: Names): Promise<keyof Names | null> {
  const taken = await selectTakenNames(tx, {
    usernameKey: names.username === null ? null : usernameKey(names.username),
    emailKey: emailKey(names.email),
  });
  // Usernames are public: only what is said of e-mail addresses is counted.
  if (taken.username) return "username";
  if (!taken.email) return null;
  await insertAttempt(tx, network);
  return "email";
}

/** @param answers when they were given, newest first */
function requireAnswerLeft(answers: readonly Date[], now: Date): void {
  const oldest = answers[TAKEN_ANSWERS - 1];
  if (!oldest) return;
  const waitS = Math.max(1, Math.ceil(WINDOW_MIN * 60 - (now.getTime() - oldest.getTime()) / 1000));
  const minutes = Math.ceil(waitS / 60);
  throw new AppError(
    "too_many_requests",
    `Too many sign-ups from your network. Please try again in ${minutes === 1 ? "1 minute" : `${minutes} minutes`}.`,
    { retryAfterS: waitS },
  );
}

/** One IPv4 address, or the /48 that a provider gives to one customer. */
function toNetwork(address: string): string {
  const plain = address.replace(/^::ffff:/, "");
  return plain.includes(".") ? plain : `${plain.split(":").slice(0, 3).join(":")}::/48`;
}

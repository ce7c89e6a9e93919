import { toAddressPrefix } from "#platform/address-prefix.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { type Attempt, checkAttempt, countAttempt, lockAttempts } from "./attempts.service.ts";
import { ACCOUNT_ATTEMPTS_ALLOWED, ACCOUNT_WINDOW_MIN } from "./lockout.policy.ts";
import { deleteAttempts, deleteNewestAttempt, insertAttempt, isUsedDevice, selectAttempts } from "./session.sql.ts";

/** An attempt to sign in, counted until it is checked. */
export type SignInAttempt = Attempt & {
  /** False where the account was guessed at too often: then more than the password is asked for. */
  isPasswordEnough: boolean;
};

type Guess = {
  /** Null for a name that nobody has, which is counted by the name itself. */
  accountId: string | null;
  name: string;
  deviceId: string;
  /** The connection's. */
  address: string;
};

/**
 * Counts an attempt twice: at this network, where it soon has to wait, and at the account from everywhere, for guesses
 * that come from many networks (decision 0044). Whichever name was typed, an account has one count. A device that the
 * person has used before has a count of its own, so that nobody else's guesses keep its owner out.
 * @throws AppError `too_many_requests` with the wait
 */
export async function beginSignIn(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  { accountId, name, deviceId, address }: Guess,
): Promise<SignInAttempt> {
  const subject = accountId ?? name;
  const atNetwork = deps.secrets.keyedHash("sign-in-tries", `${subject} ${toAddressPrefix(address)}`);
  // The network first, in every attempt: two of them never wait for each other in a circle.
  const { atAccount, isPasswordEnough } = await inTransaction(deps.sql, async (tx) => {
    await countAttempt(deps, tx, atNetwork);
    const isKnown = await isUsedDevice(tx, accountId, deviceId);
    const hash = deps.secrets.keyedHash("account-attempts", isKnown ? `${subject} ${deviceId}` : subject);
    return { atAccount: hash, isPasswordEnough: await countAtAccount(tx, hash) };
  });

  const takeBack = () =>
    inTransaction(deps.sql, async (tx) => {
      await deleteNewestAttempt(tx, atNetwork);
      if (isPasswordEnough) await deleteNewestAttempt(tx, atAccount);
    });
  // The wrong ones before it still count at the account: whoever guesses elsewhere does not begin anew when its owner
  // signs in.
  const endCount = () =>
    inTransaction(deps.sql, async (tx) => {
      await deleteAttempts(tx, atNetwork);
      if (isPasswordEnough) await deleteNewestAttempt(tx, atAccount);
    });
  return { isPasswordEnough, takeBack, check: (isRight) => checkAttempt(isRight, { takeBack, endCount }) };
}

/** Of many at once none is let through on the count before them. @returns whether the account has attempts left */
async function countAtAccount(tx: Sql, hash: Buffer): Promise<boolean> {
  await lockAttempts(tx, hash);
  const attempts = await selectAttempts(tx, hash, ACCOUNT_WINDOW_MIN);
  if (attempts.length >= ACCOUNT_ATTEMPTS_ALLOWED) return false;
  await insertAttempt(tx, hash);
  return true;
}

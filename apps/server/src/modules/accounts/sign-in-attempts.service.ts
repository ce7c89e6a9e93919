import { toAddressPrefix } from "#platform/address-prefix.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { ACCOUNT_ATTEMPTS_ALLOWED, ACCOUNT_WINDOW_MIN } from "./lockout.policy.ts";
import { deleteNewestTry, insertTry, isUsedDevice, selectTries } from "./session.sql.ts";
import { type Attempt, beginTry, lockAttempts } from "./tries.service.ts";

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
  const atNetwork = await beginTry(deps, "sign-in-tries", `${subject} ${toAddressPrefix(address)}`);
  const isKnown = await isUsedDevice(deps.sql, accountId, deviceId);
  const hash = deps.secrets.keyedHash("account-attempts", isKnown ? `${subject} ${deviceId}` : subject);
  const isPasswordEnough = await countAtAccount(deps, hash);
  const takeBackAtAccount = async () => {
    if (isPasswordEnough) await deleteNewestTry(deps.sql, hash);
  };

  return {
    isPasswordEnough,
    async takeBack() {
      await atNetwork.takeBack();
      await takeBackAtAccount();
    },
    async check(isRight) {
      const matches = await atNetwork.check(isRight).catch(async (error: unknown) => {
        await takeBackAtAccount();
        throw error;
      });
      // The wrong ones before it still count: whoever guesses elsewhere does not begin anew when the owner signs in.
      if (matches) await takeBackAtAccount();
      return matches;
    },
  };
}

/** One after the other: of many at once none is let through on the count before them. */
function countAtAccount(deps: Pick<Deps, "sql">, hash: Buffer): Promise<boolean> {
  return inTransaction(deps.sql, async (tx) => {
    await lockAttempts(tx, hash);
    const attempts = await selectTries(tx, hash, ACCOUNT_WINDOW_MIN);
    if (attempts.length >= ACCOUNT_ATTEMPTS_ALLOWED) return false;
    await insertTry(tx, hash);
    return true;
  });
}

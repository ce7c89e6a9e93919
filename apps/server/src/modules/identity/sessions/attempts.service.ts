import { lockedMessage } from "@app/contract/accounts";
import { toAddressPrefix } from "#platform/address-prefix.ts";
import { inTransaction, lockTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { deleteAttempts, deleteNewestAttempt, insertAttempt, selectAttempts } from "./attempts.sql.ts";
import { ACCOUNT_ATTEMPTS_ALLOWED, ACCOUNT_WINDOW_MIN, ATTEMPTS_WINDOW_MIN, lockoutWaitS } from "./lockout.policy.ts";
import { isUsedDevice } from "./sessions.sql.ts";

/** An attempt to sign in, counted until it is checked. */
type SignInAttempt = Attempt & {
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

/** As many as a number holds exactly; two subjects that share them only wait for each other. */
const LOCK_BYTES = 6;
const DAY_MIN = 24 * 60;

type AttemptDeps = Pick<Deps, "sql" | "secrets" | "now">;

/** One attempt at a secret: it counts as a wrong one until it was checked. */
export type Attempt = {
  /**
   * A right one ends the count. One that could not be checked, because the server was busy or broke, is not counted.
   * @returns whether it was right
   */
  check(isRight: () => Promise<boolean>): Promise<boolean>;
  /** It was not made after all. */
  takeBack(): Promise<void>;
};

/**
 * Counts a guess before it is looked at, one after the other: of many at once none is made on the count before them.
 * @param purpose parts the counts of one kind of guess from those of another
 * @param subject what is guessed at
 * @throws AppError `too_many_requests` with the wait
 */
export async function beginAttempt(deps: AttemptDeps, purpose: string, subject: string): Promise<Attempt> {
  const hash = deps.secrets.keyedHash(purpose, subject);
  await inTransaction(deps.sql, (tx) => countAttempt(deps, tx, hash));
  const takeBack = () => deleteNewestAttempt(deps.sql, hash);
  const endCount = () => deleteAttempts(deps.sql, hash);
  return { takeBack, check: (isRight) => checkAttempt(isRight, { takeBack, endCount }) };
}

export async function checkAttempt(
  isRight: () => Promise<boolean>,
  counts: { takeBack(): Promise<void>; endCount(): Promise<void> },
): Promise<boolean> {
  const matches = await isRight().catch(async (error: unknown) => {
    await counts.takeBack();
    throw error;
  });
  if (matches) await counts.endCount();
  return matches;
}

/** The same in the caller's transaction. @throws AppError `too_many_requests` with the wait */
export function countAttempt(deps: Pick<Deps, "now">, tx: Sql, hash: Buffer): Promise<void> {
  return countIn(tx, hash, ATTEMPTS_WINDOW_MIN, (tries) => {
    const waitS = lockoutWaitS(tries, deps.now());
    if (waitS > 0) throw new AppError("too_many_requests", lockedMessage(waitS), { retryAfterS: waitS });
  });
}

/**
 * Lets something happen a number of times in 24 hours.
 * @param limit.sentence for the one that is too many
 * @throws AppError `too_many_requests` with the wait
 */
export function requireDailyLimit(
  deps: AttemptDeps,
  purpose: string,
  subject: string,
  limit: { max: number; sentence: string },
): Promise<void> {
  return countLimited(deps, deps.secrets.keyedHash(purpose, subject), DAY_MIN, (turns) => {
    const first = turns[limit.max - 1];
    if (!first) return;
    const retryAfterS = Math.max(1, Math.ceil((first.getTime() - deps.now().getTime()) / 1000) + DAY_MIN * 60);
    throw new AppError("too_many_requests", limit.sentence, { retryAfterS });
  });
}

/**
 * Counts one more of something, unless `refuse` throws at those of the last `windowMin` minutes, newest first.
 * Nobody else counts the same between the two.
 */
export function countLimited(
  deps: Pick<Deps, "sql">,
  hash: Buffer,
  windowMin: number,
  refuse: (tries: Date[]) => void,
): Promise<void> {
  return inTransaction(deps.sql, (tx) => countIn(tx, hash, windowMin, refuse));
}

async function countIn(tx: Sql, hash: Buffer, windowMin: number, refuse: (tries: Date[]) => void): Promise<void> {
  await lockAttempts(tx, hash);
  refuse(await selectAttempts(tx, hash, windowMin));
  await insertAttempt(tx, hash);
}

/** Until the caller's transaction ends nobody else counts the same. */
export function lockAttempts(tx: Sql, hash: Buffer): Promise<void> {
  return lockTransaction(tx, hash.readUIntBE(0, LOCK_BYTES));
}

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

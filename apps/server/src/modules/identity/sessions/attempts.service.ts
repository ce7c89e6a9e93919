import { lockedMessage } from "@app/contract/errors";
import { inTransaction, lockHash, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { toAddressPrefix } from "#platform/http/addresses.ts";
import { ACCOUNT_ATTEMPTS_ALLOWED, ACCOUNT_WINDOW_MIN, ATTEMPTS_WINDOW_MIN, lockoutWaitS } from "./lockout.policy.ts";
import { deleteAttempts, deleteNewestAttempt, insertAttempt, isKnownDevice, selectAttempts } from "./sessions.sql.ts";

const DAY_MIN = 24 * 60;

type AttemptDeps = Pick<Deps, "sql" | "secrets" | "now">;

/** One attempt at a secret. It counts as failed until it has been checked. */
export type Attempt = {
  /**
   * Success resets the count. An attempt that could not be checked, because the server was busy or failed, is not counted.
   * @returns whether the attempt succeeded
   */
  check(isRight: () => Promise<boolean>): Promise<boolean>;
  /** Stops counting an attempt that was never checked. */
  undo(): Promise<void>;
};

/**
 * Counts an attempt before it is checked and one at a time, so that parallel attempts cannot all pass on an old count.
 * @param purpose keeps the counts of different secrets apart
 * @param subject whose secret it is
 * @throws AppError `too_many_requests` with the wait
 */
export async function beginAttempt(deps: AttemptDeps, purpose: string, subject: string): Promise<Attempt> {
  const hash = deps.secrets.keyedHash(purpose, subject);
  await inTransaction(deps.sql, (tx) => countAttempt(deps, tx, hash));
  const undo = () => deleteNewestAttempt(deps.sql, hash);
  const reset = () => deleteAttempts(deps.sql, hash);
  return { undo, check: (isRight) => checkAttempt(isRight, { undo, reset }) };
}

async function checkAttempt(
  isRight: () => Promise<boolean>,
  counts: { undo(): Promise<void>; reset(): Promise<void> },
): Promise<boolean> {
  const matches = await isRight().catch(async (error: unknown) => {
    await counts.undo();
    throw error;
  });
  if (matches) await counts.reset();
  return matches;
}

type SignInAttempt = Attempt & {
  /** False after too many wrong passwords for the account: then the password alone does not sign in. */
  isPasswordEnough: boolean;
};

type Credentials = {
  /** Null for an unknown name, whose attempts are counted under the name itself. */
  accountId: string | null;
  name: string;
  deviceId: string;
  /** The IP address of the connection. */
  address: string;
};

/**
 * Counts a sign-in attempt twice: per network, which soon has to wait, and per account, against attempts from many
 * networks (decision 0044). An account has one count for its username and its email address. A known device of the
 * account has a count of its own, so that an attacker cannot lock the owner out.
 * @throws AppError `too_many_requests` with the wait
 */
export async function beginSignIn(
  deps: AttemptDeps,
  { accountId, name, deviceId, address }: Credentials,
): Promise<SignInAttempt> {
  const subject = accountId ?? name;
  const atNetwork = deps.secrets.keyedHash("sign-in-attempts", `${subject} ${toAddressPrefix(address)}`);
  // Always the network's lock first, so that two attempts cannot deadlock.
  const { atAccount, isPasswordEnough } = await inTransaction(deps.sql, async (tx) => {
    await countAttempt(deps, tx, atNetwork);
    const isKnown = await isKnownDevice(tx, accountId, deviceId);
    const hash = deps.secrets.keyedHash("account-attempts", isKnown ? `${subject} ${deviceId}` : subject);
    return { atAccount: hash, isPasswordEnough: await countAtAccount(tx, hash) };
  });

  const undo = () =>
    inTransaction(deps.sql, async (tx) => {
      await deleteNewestAttempt(tx, atNetwork);
      if (isPasswordEnough) await deleteNewestAttempt(tx, atAccount);
    });
  // Earlier failures still count for the account: its owner signing in must not give an attacker new attempts.
  const reset = () =>
    inTransaction(deps.sql, async (tx) => {
      await deleteAttempts(tx, atNetwork);
      if (isPasswordEnough) await deleteNewestAttempt(tx, atAccount);
    });
  return { isPasswordEnough, undo, check: (isRight) => checkAttempt(isRight, { undo, reset }) };
}

/** @returns whether the account had attempts left */
async function countAtAccount(tx: Tx, hash: Buffer): Promise<boolean> {
  await lockAttempts(tx, hash);
  const attempts = await selectAttempts(tx, hash, ACCOUNT_WINDOW_MIN);
  if (attempts.length >= ACCOUNT_ATTEMPTS_ALLOWED) return false;
  await insertAttempt(tx, hash);
  return true;
}

function countAttempt(deps: Pick<Deps, "now">, tx: Tx, hash: Buffer): Promise<void> {
  return countIn(tx, hash, ATTEMPTS_WINDOW_MIN, (attempts) => {
    const waitS = lockoutWaitS(attempts, deps.now());
    if (waitS > 0) throw new AppError("too_many_requests", lockedMessage(waitS), { retryAfterS: waitS });
  });
}

/**
 * Allows something `max` times in 24 hours.
 * @param limit.sentence the error message beyond that
 * @throws AppError `too_many_requests` with the wait
 */
export function requireDailyLimit(
  deps: AttemptDeps,
  purpose: string,
  subject: string,
  limit: { max: number; sentence: string },
): Promise<void> {
  return countLimited(deps, deps.secrets.keyedHash(purpose, subject), DAY_MIN, (earlier) => {
    const oldest = earlier[limit.max - 1];
    if (!oldest) return;
    const retryAfterS = Math.max(1, Math.ceil((oldest.getTime() - deps.now().getTime()) / 1000) + DAY_MIN * 60);
    throw new AppError("too_many_requests", limit.sentence, { retryAfterS });
  });
}

/**
 * Counts one more of something, unless `refuse` throws. Calls for the same `hash` run one at a time.
 * @param refuse gets the times of the last `windowMin` minutes, newest first
 */
export function countLimited(
  deps: Pick<Deps, "sql">,
  hash: Buffer,
  windowMin: number,
  refuse: (earlier: Date[]) => void,
): Promise<void> {
  return inTransaction(deps.sql, (tx) => countIn(tx, hash, windowMin, refuse));
}

async function countIn(tx: Tx, hash: Buffer, windowMin: number, refuse: (earlier: Date[]) => void): Promise<void> {
  await lockAttempts(tx, hash);
  refuse(await selectAttempts(tx, hash, windowMin));
  await insertAttempt(tx, hash);
}

/** Until the end of the transaction, nobody else can count the same subject. */
export function lockAttempts(tx: Tx, hash: Buffer): Promise<void> {
  return lockHash(tx, hash);
}

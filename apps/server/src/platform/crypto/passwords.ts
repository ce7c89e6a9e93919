import argon2 from "@node-rs/argon2";
import pLimit from "p-limit";
import { AppError } from "../errors.ts";

/** OWASP's second recommended Argon2id setting: 19 MiB, two passes, one lane. */
const ARGON2ID = 2;
const SETTINGS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes 19 MiB and one of the four threads on which files are read: a rush of sign-ins leaves the rest their half. */
const AT_ONCE = 2;
/** One to two seconds of work. Whoever came behind these would have given up before it was their turn. */
const WAITING_MAX = 64;
const RETRY_AFTER_S = 5;
const limit = pLimit(AT_ONCE);

/** Hash of a password nobody has: compared with for unknown accounts, so that they take the same time. */
const DECOY = argon2.hash("a password that nobody has", SETTINGS);

/** @throws AppError `unavailable` too many others wait */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => argon2.hash(password.normalize("NFKC"), SETTINGS));
}

/**
 * @param stored null for an account that does not exist: false, after the time that a true check takes
 * @throws AppError `unavailable` too many others wait
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const known = stored ?? (await DECOY);
  const matches = await inTurn(() => argon2.verify(known, password.normalize("NFKC")));
  return matches && stored !== null;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= WAITING_MAX)
    throw new AppError("unavailable", "The server is busy. Please try again in a few seconds.", {
      retryAfterS: RETRY_AFTER_S,
    });
  return limit(work);
}

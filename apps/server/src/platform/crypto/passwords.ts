import argon2 from "@node-rs/argon2";
import pLimit from "p-limit";
import { AppError } from "../errors.ts";

/** OWASP's second recommended Argon2id configuration: 19 MiB, two passes, one lane. */
const ARGON2ID = 2;
const SETTINGS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash takes one of libuv's four threads, so a burst of sign-ins leaves half of them for file reads. */
const CONCURRENCY = 2;
/** One to two seconds of work; users further back would give up before their turn. */
const WAITING_MAX = 64;
const RETRY_AFTER_S = 5;
const limit = pLimit(CONCURRENCY);

/** Verified for unknown accounts, so that they take as long as known ones. */
const DECOY = argon2.hash("a password that nobody has", SETTINGS);

/** @throws AppError `unavailable` the queue is full */
export function hashPassword(password: string): Promise<string> {
  return withLimit(() => argon2.hash(password.normalize("NFKC"), SETTINGS));
}

/**
 * @param stored null: the account does not exist; returns false after the time of a real check
 * @throws AppError `unavailable` the queue is full
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const hash = stored ?? (await DECOY);
  const matches = await withLimit(() => argon2.verify(hash, password.normalize("NFKC")));
  return matches && stored !== null;
}

async function withLimit<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= WAITING_MAX)
    throw new AppError("unavailable", "The server is busy. Please try again in a few seconds.", {
      retryAfterS: RETRY_AFTER_S,
    });
  return limit(work);
}

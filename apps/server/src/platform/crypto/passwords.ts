import argon2 from "@node-rs/argon2";

/** OWASP's second recommended Argon2id setting: 19 MiB, two passes, one lane. */
const ARGON2ID = 2;
const SETTINGS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of a password nobody has: compared with for unknown accounts, so that they take the same time. */
const DECOY = argon2.hash("a password that nobody has", SETTINGS);

export function hashPassword(password: string): Promise<string> {
  return argon2.hash(password.normalize("NFKC"), SETTINGS);
}

/** @param stored null for an account that does not exist: false, after the time that a true check takes */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const matches = await argon2.verify(stored ?? (await DECOY), password.normalize("NFKC"));
  return matches && stored !== null;
}

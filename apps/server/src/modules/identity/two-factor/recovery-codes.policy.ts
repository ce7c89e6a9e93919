import { randomBytes } from "node:crypto";

/** Crockford's base 32, which has no letters that look like digits. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 10;

/** 50 bits, against five attempts. */
export function newRecoveryCode(): string {
  const text = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`;
}

/** A code as it is compared: upper case, without separators, with look-alike letters as digits. */
export function normalizeCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
}

import { randomInt } from "node:crypto";

/** Without vowels, so that no words appear, and without look-alikes: 0 O, 1 I L, U V. */
const ALPHABET = "23456789BCDFGHJKMNPQRSTWXYZ";
const CODE_CHARS = 8;
const CODE = /^[2-9A-Z]{8,16}$/;

/** @returns a random code, whose uniqueness only the database can tell */
export function newReferralCode(): string {
  return Array.from({ length: CODE_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** @returns the stored form of a typed code: upper case, without spaces and hyphens; null if it cannot be a code */
export function toReferralCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  return CODE.test(code) ? code : null;
}

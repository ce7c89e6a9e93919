import { randomInt } from "node:crypto";

/** Neither vowels, so that no word comes out, nor what is taken for something else: 0 O, 1 I L, U V. */
const LETTERS = "23456789BCDFGHJKMNPQRSTWXYZ";
const CODE_CHARS = 8;
const CODE = /^[2-9A-Z]{8,16}$/;

/** @returns a new code; that nobody has it yet is for the database to say */
export function newReferralCode(): string {
  return Array.from({ length: CODE_CHARS }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** @returns the code as it is kept, for one typed in any case and with gaps; null for what can be none */
export function toReferralCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  return CODE.test(code) ? code : null;
}

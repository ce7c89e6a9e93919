import type { PeopleTerm } from "./people.sql.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** At least seven digits: a shorter number may be part of a username. */
const PHONE = /^\+?[\d\s().-]{7,20}$/;
/** A phone number that may as well be a username. */
const DIGITS_AND_DOTS = /^[\d.]+$/;

const CARD = /^\d{4}$/;

/** Guesses what somebody means: an id, a phone number, the last four digits of a card, or a part of a name or an email address. */
export function readTerm(search: string): PeopleTerm {
  const value = search.trim().replace(/^@/, "");
  if (value === "") return { kind: "all" };
  if (UUID.test(value)) return { kind: "id", value: value.toLowerCase() };
  if (PHONE.test(value))
    return DIGITS_AND_DOTS.test(value)
      ? { kind: "number", value, phone: toE164(value) }
      : { kind: "phone", value: toE164(value) };
  return { kind: CARD.test(value) ? "digits" : "text", value };
}

/** Numbers without a country are American, as on the forms. */
function toE164(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  return phone.startsWith("+") || digits.length !== 10 ? `+${digits}` : `+1${digits}`;
}

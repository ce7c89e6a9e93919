import { useEffect, useState } from "react";

export type PhoneCountry = {
  /** Two letters. */
  code: string;
  name: string;
  dialCode: string;
  /** Of those that share the code, the one it is taken for. */
  isMain: boolean;
};

export const UNITED_STATES: PhoneCountry = { code: "US", name: "United States", dialCode: "1", isMain: true };

let underWay: Promise<readonly PhoneCountry[]> | null = null;

/** What stands in the field before anything is typed: the United States. */
export const FIRST_PHONE_TEXT = "+1";

/** The mask: so many digits behind the dial code. */
const SLOTS = 12;
/** The longest number that there is, with its plus. */
const MAX_CHARS = 16;
const LONGEST_DIAL_CODE = "+998";

/**
 * @param dialCode of the country that is chosen; a number without a plus is one of its own
 * @returns what the field shows for what was typed or pasted: plus, dial code, digits only
 */
export function toPhoneText(typed: string, dialCode = "1"): string {
  const digits = typed.replace(/\D/g, "");
  const text = `${prefixOf(typed, digits, dialCode)}${digits}`.replace(/^\+00/, "+");
  const own = `+${dialCode}`;
  return text.slice(0, text.startsWith(own) ? Math.min(own.length + SLOTS, MAX_CHARS) : MAX_CHARS);
}

/** A number without a plus is one of the chosen country, unless it begins with that code or with 00. */
function prefixOf(typed: string, digits: string, dialCode: string): string {
  if (typed.trimStart().startsWith("+")) return "+";
  if (digits === "") return "";
  return digits.startsWith(dialCode) || digits.startsWith("00") ? "+" : `+${dialCode}`;
}

/** @returns the text under another country's dial code, with the digits that were typed behind the old one */
export function withDialCode(text: string, from: string, to: string): string {
  const digits = text.startsWith(`+${from}`) ? text.slice(from.length + 1) : "";
  return toPhoneText(`+${to}${digits}`, to);
}

/** @returns the number as it is sent: without +1, another country's whole; null when nothing but a code was typed */
export function toSentPhone(text: string): string | null {
  if (text.startsWith(FIRST_PHONE_TEXT)) return text.slice(FIRST_PHONE_TEXT.length) || null;
  return text.length <= LONGEST_DIAL_CODE.length ? null : text;
}

/** @returns what the field shows for a number that the server holds: ten digits are the United States' */
export function fromSentPhone(sent: string | null): string {
  if (sent === null || sent === "") return FIRST_PHONE_TEXT;
  return sent.startsWith("+") ? sent : `${FIRST_PHONE_TEXT}${sent}`;
}

/** Every country with a dial code, by name; the United States alone until the list has arrived. */
export function usePhoneCountries(): readonly PhoneCountry[] {
  const [countries, setCountries] = useState<readonly PhoneCountry[]>([UNITED_STATES]);
  useEffect(() => {
    let isShown = true;
    loadCountries().then(
      (loaded) => isShown && setCountries(loaded),
      // Without a line the code can be typed all the same.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  return countries;
}

/** The library's smallest table, fetched when the first phone field is drawn. */
export function loadCountries(): Promise<readonly PhoneCountry[]> {
  underWay ??= import("libphonenumber-js/min/metadata").then(
    ({ default: metadata }) => toCountries(metadata.country_calling_codes),
    (error: unknown) => {
      underWay = null;
      throw error;
    },
  );
  return underWay;
}

/** @param codes dial code → its countries, the main one first */
function toCountries(codes: Readonly<Record<string, readonly string[]>>): PhoneCountry[] {
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  return Object.entries(codes)
    .flatMap(([dialCode, countries]) =>
      countries
        // `001` and its like are services of no country.
        .filter((code) => /^[A-Z]{2}$/.test(code))
        .map((code, rank) => ({ code, name: names.of(code) ?? code, dialCode, isMain: rank === 0 })),
    )
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}

/**
 * @param chosen stays while its code fits: +1 is the United States and twenty others
 * @returns the country that a number belongs to, as far as its dial code tells
 */
export function countryOf(text: string, countries: readonly PhoneCountry[], chosen: PhoneCountry): PhoneCountry {
  const digits = text.replace(/\D/g, "");
  const fitting = countries.filter(({ dialCode }) => digits.startsWith(dialCode));
  const longest = Math.max(0, ...fitting.map(({ dialCode }) => dialCode.length));
  const best = fitting.filter(({ dialCode }) => dialCode.length === longest);
  if (best.length === 0 || best.some(({ code }) => code === chosen.code)) return chosen;
  return best.find(({ isMain }) => isMain) ?? chosen;
}

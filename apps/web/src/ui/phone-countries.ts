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
export function toCountries(codes: Readonly<Record<string, readonly string[]>>): PhoneCountry[] {
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

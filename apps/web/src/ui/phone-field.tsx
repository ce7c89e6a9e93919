import { Combobox } from "@base-ui/react/combobox";
import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type Ref, useEffect, useState } from "react";
import { CONTROL_STYLE, POPUP_ITEM_STYLE, POPUP_STYLE } from "./control-style.ts";
import { TextInput } from "./field.tsx";

type PhoneInputProps = {
  /** In the format of `toPhoneText`. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  disabled?: boolean | undefined;
  autoComplete?: string;
  ref?: Ref<HTMLInputElement>;
};

/** A country list and a digits-only input that also accepts a typed dial code. Goes inside a `Field`. */
export function PhoneInput({ value, onChange, autoComplete = "tel", disabled, ...rest }: PhoneInputProps) {
  const countries = usePhoneCountries();
  const [chosen, setChosen] = useState(UNITED_STATES);
  const country = countryOf(value, countries, chosen);
  return (
    <div className="flex gap-2">
      <CountryChoice
        countries={countries}
        country={country}
        disabled={disabled}
        onChoose={(next) => {
          setChosen(next);
          onChange(withDialCode(value, country.dialCode, next.dialCode));
        }}
      />
      <TextInput
        {...rest}
        type="tel"
        inputMode="tel"
        disabled={disabled}
        autoComplete={autoComplete}
        value={value}
        onChange={(event) => {
          const text = toPhoneText(event.target.value, country.dialCode);
          setChosen(countryOf(text, countries, country));
          onChange(text);
        }}
      />
    </div>
  );
}

type CountryChoiceProps = {
  countries: readonly PhoneCountry[];
  country: PhoneCountry;
  disabled: boolean | undefined;
  onChoose: (country: PhoneCountry) => void;
};

function CountryChoice({ countries, country, disabled = false, onChoose }: CountryChoiceProps) {
  return (
    <Combobox.Root
      items={countries}
      value={country}
      onValueChange={(next: PhoneCountry | null) => next && onChoose(next)}
      isItemEqualToValue={(one, other) => one?.code === other?.code}
      itemToStringLabel={(one) => (one ? `${one.name} +${one.dialCode}` : "")}
      disabled={disabled}
      autoHighlight
    >
      <div className="w-20 shrink-0">
        <Combobox.Trigger
          aria-label={`Country: ${country.name} +${country.dialCode}`}
          className={clsx(CONTROL_STYLE, "flex h-11 items-center justify-between gap-1")}
        >
          <span className="text-sm font-semibold">{country.code}</span>
          <ChevronDown aria-hidden size={16} className="text-muted" />
        </Combobox.Trigger>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={4} className="z-60">
          <Combobox.Popup aria-label="Countries" className={clsx(POPUP_STYLE, "flex w-80 flex-col gap-1.5")}>
            <Combobox.Input
              aria-label="Search countries"
              placeholder="Search countries"
              className={clsx(CONTROL_STYLE, "h-11 shrink-0")}
            />
            <Combobox.Empty className="px-3 py-2 text-sm text-muted empty:hidden">No matches</Combobox.Empty>
            <Combobox.List aria-label="Countries" className="overflow-y-auto">
              {(one: PhoneCountry) => (
                <Combobox.Item key={`${one.code}${one.dialCode}`} value={one} className={POPUP_ITEM_STYLE}>
                  <span className="flex-1">{one.name}</span>
                  <span className="score text-muted">+{one.dialCode}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

type PhoneCountry = {
  /** Two letters. */
  code: string;
  name: string;
  dialCode: string;
  /** The default among countries that share a dial code. */
  isMain: boolean;
};

export const UNITED_STATES: PhoneCountry = { code: "US", name: "United States", dialCode: "1", isMain: true };

/** The initial value of a phone field: the dial code of the United States. */
export const FIRST_PHONE_TEXT = "+1";

/** Digits after the dial code. */
const SLOTS = 12;
/** The longest E.164 number, including the plus. */
const MAX_CHARS = 16;
const LONGEST_DIAL_CODE = "+998";

/**
 * Normalizes what was typed or pasted into a phone field.
 * @param dialCode of the chosen country, for numbers without a plus
 * @returns plus, dial code and digits only
 */
export function toPhoneText(typed: string, dialCode = "1"): string {
  const digits = typed.replace(/\D/g, "");
  const text = `${prefixOf(typed, digits, dialCode)}${digits}`.replace(/^\+00/, "+");
  const own = `+${dialCode}`;
  return text.slice(0, text.startsWith(own) ? Math.min(own.length + SLOTS, MAX_CHARS) : MAX_CHARS);
}

/** A number without a plus belongs to the chosen country, unless it starts with that dial code or with 00. */
function prefixOf(typed: string, digits: string, dialCode: string): string {
  if (typed.trimStart().startsWith("+")) return "+";
  if (digits === "") return "";
  return digits.startsWith(dialCode) || digits.startsWith("00") ? "+" : `+${dialCode}`;
}

/** @returns the same digits after another country's dial code */
export function withDialCode(text: string, from: string, to: string): string {
  const digits = text.startsWith(`+${from}`) ? text.slice(from.length + 1) : "";
  return toPhoneText(`+${to}${digits}`, to);
}

/** @returns the number for the API: US numbers without +1, others in full, null if there is nothing but a dial code */
export function toSentPhone(text: string): string | null {
  if (text.startsWith(FIRST_PHONE_TEXT)) return text.slice(FIRST_PHONE_TEXT.length) || null;
  return text.length <= LONGEST_DIAL_CODE.length ? null : text;
}

/** @returns the text of the field for a number from the API, where ten digits are a US number */
export function fromSentPhone(sent: string | null): string {
  if (sent === null || sent === "") return FIRST_PHONE_TEXT;
  return sent.startsWith("+") ? sent : `${FIRST_PHONE_TEXT}${sent}`;
}

let loading: Promise<readonly PhoneCountry[]> | null = null;

/** All countries with a dial code, by name; only the United States until the list has loaded. */
function usePhoneCountries(): readonly PhoneCountry[] {
  const [countries, setCountries] = useState<readonly PhoneCountry[]>([UNITED_STATES]);
  useEffect(() => {
    let isMounted = true;
    loadCountries().then(
      (loaded) => isMounted && setCountries(loaded),
      // Offline, the dial code can still be typed.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return countries;
}

/** Loads the library's smallest table when the first phone field renders. */
export function loadCountries(): Promise<readonly PhoneCountry[]> {
  loading ??= import("libphonenumber-js/min/metadata").then(
    ({ default: metadata }) => toCountries(metadata.country_calling_codes),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** @param codes countries by dial code, the main one first */
function toCountries(codes: Readonly<Record<string, readonly string[]>>): PhoneCountry[] {
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  return Object.entries(codes)
    .flatMap(([dialCode, countries]) =>
      countries
        // Leaves out international services such as `001`.
        .filter((code) => /^[A-Z]{2}$/.test(code))
        .map((code, rank) => ({ code, name: names.of(code) ?? code, dialCode, isMain: rank === 0 })),
    )
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}

/**
 * @param chosen wins if its dial code matches, because +1 is shared by the United States and twenty others
 * @returns the country of a number, by its dial code
 */
export function countryOf(text: string, countries: readonly PhoneCountry[], chosen: PhoneCountry): PhoneCountry {
  const digits = text.replace(/\D/g, "");
  const matching = countries.filter(({ dialCode }) => digits.startsWith(dialCode));
  const longest = Math.max(0, ...matching.map(({ dialCode }) => dialCode.length));
  const best = matching.filter(({ dialCode }) => dialCode.length === longest);
  if (best.length === 0 || best.some(({ code }) => code === chosen.code)) return chosen;
  return best.find(({ isMain }) => isMain) ?? chosen;
}

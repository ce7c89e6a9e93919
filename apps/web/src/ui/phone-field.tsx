import { Combobox } from "@base-ui/react/combobox";
import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type Ref, useState } from "react";
import { CONTROL_STYLE, POPUP_ITEM_STYLE, POPUP_STYLE } from "./control-style.ts";
import { TextInput } from "./field.tsx";
import { countryOf, type PhoneCountry, toPhoneText, UNITED_STATES, usePhoneCountries, withDialCode } from "./phone.ts";

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

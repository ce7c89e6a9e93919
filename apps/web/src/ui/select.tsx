import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { CONTROL_STYLE } from "./control-style.ts";
import { useFieldControl } from "./field.tsx";

export type Choices<Value extends string> = readonly { value: Value; label: string }[];

type SelectOption = { value: string | number; label: string };

type SelectProps = ComponentProps<"select"> & {
  options: readonly SelectOption[];
  /** Shown until something is chosen; cannot be chosen itself. */
  placeholder?: string;
};

/** A native select: a wheel on phones, with type-ahead on keyboards. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <div className="relative">
      <select {...useFieldControl()} {...rest} className={clsx(CONTROL_STYLE, "h-11 appearance-none pr-10", className)}>
        {placeholder && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        size={20}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
      />
    </div>
  );
}

type ChoiceProps<Value extends string> = { choices: Choices<Value>; value: Value; onChange: (value: Value) => void };

/** A select whose `onChange` gets a typed value instead of the event. */
export function Choice<Value extends string>({ choices, value, onChange }: ChoiceProps<Value>) {
  return (
    <Select
      options={choices}
      value={value}
      onChange={({ target }) => {
        const chosen = choices.find((choice) => choice.value === target.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

import { EARLIEST_BIRTH_YEAR } from "@app/contract/sign-up";
import { type Ref, useId } from "react";
import { FieldError } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import { type DateParts, daysIn, toParts, toText, yearChoices } from "./birth-date.ts";

const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: new Date(2000, index).toLocaleDateString("en-US", { month: "long" }),
}));

const YEARS = toYearOptions(new Date().getFullYear());

type BirthDateFieldProps = {
  /** As `toText` has it. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  error: string | undefined;
  ref: Ref<HTMLSelectElement>;
};

/** Year, month and day, which give a date only once they form a real one. */
export function BirthDateField({ value, onChange, onBlur, error, ref }: BirthDateFieldProps) {
  const id = useId();
  const parts = toParts(value);
  const days = Array.from({ length: daysIn(parts) }, (_, index) => toOption(index + 1));
  const shared = {
    className: "max-sm:pr-8",
    onBlur,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error && `${id}-error`,
  };
  const choose = (chosen: Partial<DateParts>) => onChange(toText({ ...parts, ...chosen }));
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">Date of birth</legend>
      <div className="grid grid-cols-[4fr_6fr_4fr] gap-2">
        <Select
          {...shared}
          ref={ref}
          aria-label="Year"
          autoComplete="bday-year"
          options={YEARS}
          value={parts.year}
          onChange={(event) => choose({ year: event.target.value })}
        />
        <Select
          {...shared}
          aria-label="Month"
          autoComplete="bday-month"
          placeholder="Month"
          options={MONTHS}
          value={parts.month}
          onChange={(event) => choose({ month: event.target.value })}
        />
        <Select
          {...shared}
          aria-label="Day"
          autoComplete="bday-day"
          placeholder="Day"
          options={days}
          value={parts.day}
          onChange={(event) => choose({ day: event.target.value })}
        />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

/** 'Year' stands before 2000, where the system opens the list. */
function toYearOptions(thisYear: number): { value: string; label: string }[] {
  const { above, below } = yearChoices(thisYear, EARLIEST_BIRTH_YEAR);
  return [...above.map(toOption), { value: "", label: "Year" }, ...below.map(toOption)];
}

function toOption(number: number): { value: string; label: string } {
  return { value: String(number), label: String(number) };
}

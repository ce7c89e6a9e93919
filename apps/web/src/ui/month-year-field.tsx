import { type Ref, useId } from "react";
import { MONTH_NAMES } from "./date-parts.ts";
import { FieldError } from "./field.tsx";
import { readMonthYear, thisMonth, writeMonthYear } from "./month-year.ts";
import { Select } from "./select.tsx";

const EARLIEST_YEAR = 1900;
const MONTHS = MONTH_NAMES.map((label, index) => ({ value: index + 1, label }));
const YEARS = Array.from({ length: thisMonth().year - EARLIEST_YEAR + 1 }, (_, index) => {
  const year = thisMonth().year - index;
  return { value: year, label: String(year) };
});

type MonthYearFieldProps = {
  legend: string;
  /** MM/YYYY, YYYY-MM or a whole date; anything else stands for the current month. */
  value: string;
  /** Told YYYY-MM. */
  onChange: (value: string) => void;
  onBlur?: () => void;
  hint?: string;
  error?: string | undefined;
  ref?: Ref<HTMLSelectElement>;
};

/** A month by its full name, and a year from the current one down to 1900. */
export function MonthYearField({ legend, value, onChange, onBlur, hint, error, ref }: MonthYearFieldProps) {
  const id = useId();
  const shown = readMonthYear(value) ?? thisMonth();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const shared = {
    onBlur,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described || undefined,
  } as const;
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="grid grid-cols-[6fr_4fr] gap-2">
        <Select
          {...shared}
          ref={ref}
          aria-label="Month"
          options={MONTHS}
          value={shown.month}
          onChange={(event) => onChange(writeMonthYear({ ...shown, month: Number(event.target.value) }))}
        />
        <Select
          {...shared}
          aria-label="Year"
          options={YEARS}
          value={shown.year}
          onChange={(event) => onChange(writeMonthYear({ ...shown, year: Number(event.target.value) }))}
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

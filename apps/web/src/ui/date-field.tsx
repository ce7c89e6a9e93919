import { type Ref, useId } from "react";
import {
  type DateParts,
  daysIn,
  MONTH_NAMES,
  readMonthYear,
  thisMonth,
  toParts,
  toText,
  writeMonthYear,
} from "./date-parts.ts";
import { FieldError } from "./field.tsx";
import { Select } from "./select.tsx";

const MONTHS = MONTH_NAMES.map((label, index) => ({ value: String(index + 1), label }));

const FIRST_YEAR = 2000;

type DateFieldProps = {
  legend: string;
  /** In the format of `toText`. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error: string | undefined;
  /** The last year is the current one. */
  firstYear?: number;
  ref?: Ref<HTMLSelectElement>;
};

/** Year, month and day in three selects. */
export function DateField({ legend, value, onChange, onBlur, error, firstYear = FIRST_YEAR, ref }: DateFieldProps) {
  const id = useId();
  const parts = toParts(value);
  const thisYear = new Date().getFullYear();
  const years = Array.from({ length: thisYear - firstYear + 1 }, (_, index) => toOption(thisYear - index));
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
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="grid grid-cols-[4fr_6fr_4fr] gap-2">
        <Select
          {...shared}
          ref={ref}
          aria-label="Year"
          autoComplete="bday-year"
          placeholder="Year"
          options={years}
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

const EARLIEST_YEAR = 1900;

const MONTH_OPTIONS = MONTH_NAMES.map((label, index) => ({ value: index + 1, label }));

const YEAR_OPTIONS = Array.from({ length: thisMonth().year - EARLIEST_YEAR + 1 }, (_, index) => {
  const year = thisMonth().year - index;
  return { value: year, label: String(year) };
});

type MonthYearFieldProps = {
  legend: string;
  /** MM/YYYY, YYYY-MM or a full date; anything else shows the current month. */
  value: string;
  /** Called with YYYY-MM. */
  onChange: (value: string) => void;
  onBlur?: () => void;
  hint?: string;
  error?: string | undefined;
  ref?: Ref<HTMLSelectElement>;
};

/** Month and year in two selects; the years go back to 1900. */
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
          options={MONTH_OPTIONS}
          value={shown.month}
          onChange={(event) => onChange(writeMonthYear({ ...shown, month: Number(event.target.value) }))}
        />
        <Select
          {...shared}
          aria-label="Year"
          options={YEAR_OPTIONS}
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

function toOption(number: number): { value: string; label: string } {
  return { value: String(number), label: String(number) };
}

import { type Ref, useId } from "react";
import { FieldError } from "./field.tsx";
import { Select } from "./select.tsx";

/** The values of three selects, each empty until something is chosen. */
type DateParts = { year: string; month: string; day: string };

const MONTH_NAMES = Array.from({ length: 12 }, (_, index) =>
  new Date(2000, index).toLocaleDateString("en-US", { month: "long" }),
);

const LEAP_YEAR = 2000;
const MAX_DAYS = 31;

/** Splits the value of a form field, such as `2000-2-29`; parts may be empty. */
export function toParts(text: string): DateParts {
  const [year = "", month = "", day = ""] = text.split("-");
  return { year, month, day };
}

/** @returns the value of the form field; a day that the month does not have is dropped */
export function toText(parts: DateParts): string {
  const day = Number(parts.day) > daysIn(parts) ? "" : parts.day;
  return `${parts.year}-${parts.month}-${day}`;
}

/** @returns YYYY-MM-DD for a real date, otherwise an empty text */
export function toDate(text: string): string {
  const { year, month, day } = toParts(text);
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return "";
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const read = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) ? date : "";
}

/** How many days to offer: 31 without a month, 29 for February without a year. */
export function daysIn({ year, month }: DateParts): number {
  if (month === "") return MAX_DAYS;
  return new Date(Date.UTC(Number(year || LEAP_YEAR), Number(month), 0)).getUTCDate();
}

type MonthYear = { year: number; month: number };

/** @param text MM/YYYY, YYYY-MM or a full date. @returns null for anything else */
export function readMonthYear(text: string): MonthYear | null {
  const read =
    /^(?<month>\d{1,2})\/(?<year>\d{4})$/.exec(text) ?? /^(?<year>\d{4})-(?<month>\d{1,2})(-\d{1,2})?$/.exec(text);
  const [year, month] = [Number(read?.groups?.year), Number(read?.groups?.month)];
  return month >= 1 && month <= 12 ? { year, month } : null;
}

/** @returns YYYY-MM */
export function writeMonthYear({ year, month }: MonthYear): string {
  return `${year}-${twoDigits(month)}`;
}

/** @returns MM/YYYY */
export function writeSlashed({ year, month }: MonthYear): string {
  return `${twoDigits(month)}/${year}`;
}

export function thisMonth(now = new Date()): MonthYear {
  return { year: now.getFullYear(), month: now.getMonth() + 1 };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

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

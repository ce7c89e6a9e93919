import { clsx } from "clsx";
import { Search, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { passFocusOn } from "#lib/pass-focus.ts";
import { Button } from "./button.tsx";
import { Field, TextInput } from "./field.tsx";
import { type Choices, Select } from "./select.tsx";

const DEBOUNCE_MS = 300;
const SEARCH_MAX_CHARS = 200;
const ALL = "";

type FilterBarProps = {
  label: string;
  /** The class of the grid that the search and the filters are in. */
  grid: string;
  search: ReactNode;
  /** How many filters are set, not counting the search. */
  chosenCount: number;
  /** Null while nothing is filtered. */
  onClear: (() => void) | null;
  children: ReactNode;
};

/** The search, the filters and the order of a list. On narrow screens a button opens the filters, so that the list is in view. */
export function FilterBar({ label, grid, search, chosenCount, onClear, children }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const filtersId = useId();
  return (
    <search aria-label={label} className="flex flex-col gap-4">
      <div className={`grid gap-3 ${grid}`}>
        <div className="col-span-full flex items-end gap-3 md:contents">
          {search}
          <Button
            variant="secondary"
            className="h-11 md:hidden"
            aria-expanded={isOpen}
            aria-controls={filtersId}
            onClick={() => setOpen(!isOpen)}
          >
            <SlidersHorizontal aria-hidden size={18} />
            Filter
            {chosenCount > 0 && ` (${chosenCount})`}
          </Button>
        </div>
        <div id={filtersId} className={clsx("contents", !isOpen && "max-md:hidden")}>
          {children}
        </div>
      </div>
      {onClear && (
        <Button ref={passFocusOn} variant="ghost" size="sm" className="self-start" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

type FilterProps<Value extends string> = {
  label: string;
  all: string;
  choices: Choices<Value>;
  hint?: ReactNode;
  value: Value | null;
  onChange: (value: Value | null) => void;
};

/** One filter of a list; null leaves nothing out. */
export function Filter<Value extends string>({ label, all, choices, hint, value, onChange }: FilterProps<Value>) {
  return (
    <Field label={label} hint={hint}>
      <Select
        options={[{ value: ALL, label: all }, ...choices]}
        value={value ?? ALL}
        onChange={({ target }) => onChange(choices.find((choice) => choice.value === target.value)?.value ?? null)}
      />
    </Field>
  );
}

type SearchFilterProps = {
  placeholder: string;
  maxLength?: number;
  className?: string;
  value: string;
  onChange: (value: string) => void;
};

/** Searches a list shortly after the last keystroke. */
export function SearchFilter({
  placeholder,
  maxLength = SEARCH_MAX_CHARS,
  className,
  value,
  onChange,
}: SearchFilterProps) {
  const [typed, setTyped] = useState(value);
  /** What this field asked for and `value` does not say yet. Any other new value comes from elsewhere, such as Back. */
  const asked = useRef<string[]>([]);
  const apply = useEffectEvent(() => {
    const wanted = typed.trim();
    if (wanted === (asked.current.at(-1) ?? value)) return;
    asked.current.push(wanted);
    onChange(wanted);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted from the last keystroke
  useEffect(() => {
    const timer = setTimeout(apply, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    const answered = asked.current.indexOf(value);
    if (answered < 0) setTyped(value);
    asked.current = asked.current.slice(answered + 1);
  }, [value]);
  return (
    <Field label="Search" {...(className !== undefined && { className })}>
      <SearchInput placeholder={placeholder} maxLength={maxLength} value={typed} onChange={setTyped} />
    </Field>
  );
}

/** Takes the label of its field. */
function SearchInput({ placeholder, maxLength, value, onChange }: Omit<SearchFilterProps, "className">) {
  return (
    <span className="relative block">
      <Search
        aria-hidden
        size={18}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <TextInput
        type="search"
        maxLength={maxLength}
        placeholder={placeholder}
        className="pl-9"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}

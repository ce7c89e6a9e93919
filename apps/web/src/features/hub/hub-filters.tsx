import { CONTENT_TYPES, type ContentType, type Visibility } from "@app/contract/contents";
import type { HubSort, HubState } from "@app/contract/hub";
import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { TYPE_TITLES } from "#lib/type-titles.ts";
import { Button } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { Choice, type Choices, Select } from "#ui/select.tsx";
import { ALL_CONTENT, type HubQuery, isFiltered } from "./hub-params.ts";

const DEBOUNCE_MS = 300;
const ALL = "";

const SORTS: Choices<HubSort> = [
  { value: "newest", label: "Newest" },
  { value: "oldest", label: "Oldest" },
  { value: "views", label: "Most viewed" },
  { value: "title", label: "Title" },
];

const TYPES: Choices<ContentType> = CONTENT_TYPES.map((value) => ({ value, label: TYPE_TITLES[value] }));

const STATES: Choices<HubState> = [
  { value: "processing", label: "Processing" },
  { value: "ready", label: "Ready" },
  { value: "failed", label: "Failed" },
  { value: "scheduled", label: "Scheduled" },
  { value: "hidden", label: "Hidden" },
];

export const VISIBILITY_CHOICES: Choices<Visibility> = [
  { value: "public", label: "Public" },
  { value: "unlisted", label: "Unlisted" },
  { value: "private", label: "Private" },
];

export type Category = { id: number; name: string };

type HubFiltersProps = { query: HubQuery; categories: readonly Category[]; onChange: (query: HubQuery) => void };

/** Search, filters and order. Each change goes back to the first page. */
export function HubFilters({ query, categories, onChange }: HubFiltersProps) {
  const change = (more: Partial<HubQuery>) => onChange({ ...query, ...more, page: 1 });
  return (
    <search aria-label="Your content" className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-[minmax(0,2fr)_repeat(5,minmax(0,1fr))]">
        <SearchField
          key={query.search === "" ? "empty" : "typed"}
          value={query.search}
          onChange={(search) => change({ search })}
        />
        <Filter label="Type" all="All types" choices={TYPES} value={query.type} onChange={(type) => change({ type })} />
        <Filter
          label="State"
          all="All states"
          choices={STATES}
          value={query.state}
          onChange={(state) => change({ state })}
        />
        <Filter
          label="Visibility"
          all="All"
          choices={VISIBILITY_CHOICES}
          value={query.visibility}
          onChange={(visibility) => change({ visibility })}
        />
        <Filter
          label="Category"
          all="All categories"
          choices={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={query.category === null ? null : String(query.category)}
          onChange={(category) => change({ category: category === null ? null : Number(category) })}
        />
        <Field label="Sort by">
          <Choice choices={SORTS} value={query.sort} onChange={(sort) => change({ sort })} />
        </Field>
      </div>
      {isFiltered(query) && (
        <Button
          variant="ghost"
          size="sm"
          className="self-start"
          onClick={() => onChange({ ...ALL_CONTENT, sort: query.sort })}
        >
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
  value: Value | null;
  onChange: (value: Value | null) => void;
};

function Filter<Value extends string>({ label, all, choices, value, onChange }: FilterProps<Value>) {
  return (
    <Field label={label}>
      <Select
        options={[{ value: ALL, label: all }, ...choices]}
        value={value ?? ALL}
        onChange={({ target }) => onChange(choices.find((choice) => choice.value === target.value)?.value ?? null)}
      />
    </Field>
  );
}

/** Searches shortly after the last keystroke. */
function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const apply = useEffectEvent(onChange);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed.trim() !== value) apply(typed.trim());
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <Field label="Search" className="col-span-2 md:col-span-3 xl:col-span-1">
      <span className="relative block">
        <Search
          aria-hidden
          size={18}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        />
        <SearchInput value={typed} onChange={setTyped} />
      </span>
    </Field>
  );
}

function SearchInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      type="search"
      maxLength={200}
      placeholder="Title or tag"
      className="pl-9"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

import { CATEGORY_SORTS, type CategorySort } from "@app/contract/categories";
import { DATES, type DateFilter, LENGTHS, type LengthFilter, SORTS, type Sort } from "@app/contract/filters";
import { SEARCH_TYPES, type SearchType } from "@app/contract/search";
import type { ReactNode } from "react";
import { oneOf } from "#lib/search-params.ts";
import { TYPE_TITLES } from "#lib/type-titles.ts";
import { Field } from "#ui/field.tsx";
import { Choice, type Choices, Select } from "#ui/select.tsx";

export const TYPE_CHOICES: Choices<SearchType> = SEARCH_TYPES.map((value) => ({ value, label: TYPE_TITLES[value] }));

export const SORT_CHOICES: Choices<Sort> = [
  { value: "relevance", label: "Best match" },
  { value: "newest", label: "Newest" },
  { value: "views", label: "Most viewed" },
];

/** Channels have followers instead of views. */
export const CHANNEL_SORT_CHOICES: Choices<Sort> = SORT_CHOICES.map((choice) =>
  choice.value === "views" ? { ...choice, label: "Most followed" } : choice,
);

export const CATEGORY_SORT_CHOICES: Choices<CategorySort> = [
  { value: "newest", label: "Newest" },
  { value: "oldest", label: "Oldest" },
  { value: "views", label: "Most viewed" },
];

export const DATE_CHOICES: Choices<DateFilter> = [
  { value: "any", label: "Any time" },
  { value: "today", label: "Last 24 hours" },
  { value: "week", label: "Last 7 days" },
  { value: "month", label: "Last 30 days" },
  { value: "year", label: "Last 12 months" },
];

export const LENGTH_CHOICES: Choices<LengthFilter> = [
  { value: "any", label: "Any length" },
  { value: "short", label: "Under 4 minutes" },
  { value: "medium", label: "4 to 20 minutes" },
  { value: "long", label: "Over 20 minutes" },
];

type ListFilters<Order> = {
  type: SearchType;
  sort: Order;
  date: DateFilter;
  length: LengthFilter;
  /** Missing on the page of a category. */
  category?: number | null;
};

type FilterBarProps<Order extends string, Filters extends ListFilters<Order>> = {
  filters: Filters;
  sorts: Choices<Order>;
  categories?: readonly { id: number; name: string }[];
  categoryHint?: ReactNode;
  onChange: (filters: Filters) => void;
};

const ALL = "";

/** For wide screens; on narrow ones the page `/filter` has the same filters. */
export function FilterBar<Order extends string, Filters extends ListFilters<Order>>({
  filters,
  sorts,
  categories,
  categoryHint,
  onChange,
}: FilterBarProps<Order, Filters>) {
  const hasItems = filters.type !== "channel";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take a column of the grid
    <div role="group" aria-label="Filters" className="grid grid-cols-4 gap-4">
      <Field label="Sort by">
        <Choice choices={sorts} value={filters.sort} onChange={(sort) => onChange({ ...filters, sort })} />
      </Field>
      {hasItems && (
        <Field label="Published">
          <Choice choices={DATE_CHOICES} value={filters.date} onChange={(date) => onChange({ ...filters, date })} />
        </Field>
      )}
      {filters.type === "video" && (
        <Field label="Length">
          <Choice
            choices={LENGTH_CHOICES}
            value={filters.length}
            onChange={(length) => onChange({ ...filters, length })}
          />
        </Field>
      )}
      {hasItems && categories && (
        <Field label="Category" hint={categoryHint}>
          <CategorySelect
            categories={categories}
            value={filters.category ?? null}
            onChange={(category) => onChange({ ...filters, category })}
          />
        </Field>
      )}
    </div>
  );
}

type CategorySelectProps = {
  categories: readonly { id: number; name: string }[];
  value: number | null;
  onChange: (category: number | null) => void;
};

/** Names also a category that is no longer offered, or not loaded yet: the list is filtered by it all the same. */
export function CategorySelect({ categories, value, onChange }: CategorySelectProps) {
  const isUnnamed = value !== null && !categories.some(({ id }) => id === value);
  return (
    <Select
      options={[
        { value: ALL, label: "All categories" },
        ...(isUnnamed ? [{ value, label: "This category" }] : []),
        ...categories.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value ?? ALL}
      onChange={({ target }) => onChange(target.value === ALL ? null : Number(target.value))}
    />
  );
}

/** The filters of a list, as its URL carries them. */
export type Filters = {
  type: SearchType;
  sort: Sort;
  date: DateFilter;
  length: LengthFilter;
  category: number | null;
};

/** The filters of `/filter`, which serves both searches and categories: each has a sort order that the other lacks. */
export type EitherFilters = Omit<Filters, "sort"> & { sort: Sort | CategorySort };

export const NO_FILTERS: Filters = { type: "video", sort: "relevance", date: "any", length: "any", category: null };

/** Reads filters from a URL and ignores invalid values. */
export function readFilters(search: Readonly<Record<string, unknown>>): Filters {
  const type = oneOf(SEARCH_TYPES, search["type"]) ?? NO_FILTERS.type;
  const category = Number(search["category"]);
  return {
    type,
    sort: oneOf(SORTS, search["sort"]) ?? NO_FILTERS.sort,
    date: oneOf(DATES, search["date"]) ?? NO_FILTERS.date,
    // Only videos have a length; the filter would hide everything else.
    length: (type === "video" ? oneOf(LENGTHS, search["length"]) : undefined) ?? NO_FILTERS.length,
    category: Number.isInteger(category) && category > 0 && category < 2 ** 31 ? category : null,
  };
}

export function readEitherFilters(search: Readonly<Record<string, unknown>>): EitherFilters {
  const sort = oneOf([...SORTS, ...CATEGORY_SORTS], search["sort"]);
  return { ...readFilters(search), sort: sort ?? NO_FILTERS.sort };
}

/** @returns the parameters for a URL, without defaults */
export function toFilterParams(filters: EitherFilters): Record<string, string> {
  const length = filters.type === "video" ? filters.length : NO_FILTERS.length;
  return Object.fromEntries(
    Object.entries({ ...filters, length })
      .filter(([name, value]) => value !== NO_FILTERS[name as keyof Filters])
      .map(([name, value]) => [name, String(value)]),
  );
}

/** How many filters are active, not counting the tab. Date and category do not apply to channels. */
export function countFilters(filters: Filters): number {
  const { type: _, ...chosen } = toFilterParams(filters);
  if (filters.type !== "channel") return Object.keys(chosen).length;
  return chosen["sort"] === undefined ? 0 : 1;
}

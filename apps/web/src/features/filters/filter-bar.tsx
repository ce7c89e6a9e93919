import type { CategorySort } from "@app/contract/categories";
import type { DateFilter, LengthFilter, Sort } from "@app/contract/filters";
import { SEARCH_TYPES, type SearchType } from "@app/contract/search";
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
  onChange: (filters: Filters) => void;
};

const ALL = "";

/** For wide screens; on narrow ones the page `/filter` has the same filters. */
export function FilterBar<Order extends string, Filters extends ListFilters<Order>>({
  filters,
  sorts,
  categories,
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
        <Field label="Category">
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

export function CategorySelect({ categories, value, onChange }: CategorySelectProps) {
  return (
    <Select
      options={[
        { value: ALL, label: "All categories" },
        ...categories.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value ?? ALL}
      onChange={({ target }) => onChange(target.value === ALL ? null : Number(target.value))}
    />
  );
}

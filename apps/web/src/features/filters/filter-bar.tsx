import type { DateFilter, LengthFilter } from "@app/contract/filters";
import type { SearchType } from "@app/contract/search";
import { Field } from "#ui/field.tsx";
import { Choice, type Choices, Select } from "#ui/select.tsx";
import { DATE_CHOICES, LENGTH_CHOICES } from "./filter-choices.ts";

type Narrowed<Order> = {
  type: SearchType;
  sort: Order;
  date: DateFilter;
  length: LengthFilter;
  /** Not there where the page is about one category. */
  category?: number | null;
};

type FilterBarProps<Order extends string, Filters extends Narrowed<Order>> = {
  filters: Filters;
  sorts: Choices<Order>;
  categories?: readonly { id: number; name: string }[];
  onChange: (filters: Filters) => void;
};

const ALL = "";

/** Beside the list on wide screens; on narrow ones `/filter` has the same as a page. */
export function FilterBar<Order extends string, Filters extends Narrowed<Order>>({
  filters,
  sorts,
  categories,
  onChange,
}: FilterBarProps<Order, Filters>) {
  const isOfItems = filters.type !== "channel";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take a column of the grid
    <div role="group" aria-label="Filters" className="grid grid-cols-4 gap-4">
      <Field label="Sort by">
        <Choice choices={sorts} value={filters.sort} onChange={(sort) => onChange({ ...filters, sort })} />
      </Field>
      {isOfItems && (
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
      {isOfItems && categories && (
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

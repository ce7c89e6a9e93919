import { Choice } from "#ui/choice.tsx";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import type { Filters } from "./filter-address.ts";
import { DATE_CHOICES, LENGTH_CHOICES, SORT_CHOICES } from "./filter-choices.ts";

type FilterBarProps = {
  filters: Filters;
  onChange: (filters: Filters) => void;
  /** Null where the page is about one category. */
  categories: readonly { id: number; name: string }[] | null;
};

const ALL = "";

/** Beside the list on wide screens; on narrow ones `/filter` has the same as a page. */
export function FilterBar({ filters, onChange, categories }: FilterBarProps) {
  const isOfItems = filters.type !== "channel";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take a column of the grid
    <div role="group" aria-label="Filters" className="grid grid-cols-4 gap-4">
      <Field label="Sort by">
        <Choice choices={SORT_CHOICES} value={filters.sort} onChange={(sort) => onChange({ ...filters, sort })} />
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
          <Select
            options={[
              { value: ALL, label: "All categories" },
              ...categories.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={filters.category ?? ALL}
            onChange={({ target }) =>
              onChange({ ...filters, category: target.value === ALL ? null : Number(target.value) })
            }
          />
        </Field>
      )}
    </div>
  );
}

import type { CategorySort } from "@app/contract/categories";
import type { DateFilter, LengthFilter } from "@app/contract/filters";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import type { Browse } from "./browse-address.ts";

type Choices<Value extends string> = readonly { value: Value; label: string }[];

const SORTS: Choices<CategorySort> = [
  { value: "newest", label: "Newest" },
  { value: "oldest", label: "Oldest" },
  { value: "views", label: "Most viewed" },
];

type BrowseFiltersProps = {
  browse: Browse;
  /** The words that a search has for them as well. */
  dates: Choices<DateFilter>;
  lengths: Choices<LengthFilter>;
  onChange: (browse: Browse) => void;
};

/** Beside the list on wide screens; on narrow ones `/filter` has the same as a page. */
export function BrowseFilters({ browse, dates, lengths, onChange }: BrowseFiltersProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take a column of the grid
    <div role="group" aria-label="Filters" className="grid max-w-3xl grid-cols-3 gap-4">
      <Field label="Sort by">
        <Choice choices={SORTS} value={browse.sort} onChange={(sort) => onChange({ ...browse, sort })} />
      </Field>
      <Field label="Published">
        <Choice choices={dates} value={browse.date} onChange={(date) => onChange({ ...browse, date })} />
      </Field>
      {browse.type === "video" && (
        <Field label="Length">
          <Choice choices={lengths} value={browse.length} onChange={(length) => onChange({ ...browse, length })} />
        </Field>
      )}
    </div>
  );
}

type ChoiceProps<Value extends string> = { choices: Choices<Value>; value: Value; onChange: (value: Value) => void };

function Choice<Value extends string>({ choices, value, onChange }: ChoiceProps<Value>) {
  return (
    <Select
      options={choices}
      value={value}
      onChange={({ target }) => {
        const chosen = choices.find((choice) => choice.value === target.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

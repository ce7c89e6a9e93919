import type { CategorySort } from "@app/contract/categories";
import type { DateFilter, LengthFilter } from "@app/contract/filters";
import { Choice, type Choices } from "#ui/choice.tsx";
import { Field } from "#ui/field.tsx";
import type { Browse } from "./browse-address.ts";

type BrowseFiltersProps = {
  browse: Browse;
  /** The words that `/filter` has for them as well. */
  sorts: Choices<CategorySort>;
  dates: Choices<DateFilter>;
  lengths: Choices<LengthFilter>;
  onChange: (browse: Browse) => void;
};

/** Beside the list on wide screens; on narrow ones `/filter` has the same as a page. */
export function BrowseFilters({ browse, sorts, dates, lengths, onChange }: BrowseFiltersProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take a column of the grid
    <div role="group" aria-label="Filters" className="grid max-w-3xl grid-cols-3 gap-4">
      <Field label="Sort by">
        <Choice choices={sorts} value={browse.sort} onChange={(sort) => onChange({ ...browse, sort })} />
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

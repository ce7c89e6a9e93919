import { CONTENT_TYPES, type ContentType, type Visibility } from "@app/contract/contents";
import type { HubSort, HubState } from "@app/contract/hub";
import { TYPE_TITLES } from "#lib/type-titles.ts";
import { Field } from "#ui/field.tsx";
import { Filter, FilterBar, SearchFilter } from "#ui/filters.tsx";
import { Choice, type Choices } from "#ui/select.tsx";
import { ALL_CONTENT, type HubQuery, isFiltered } from "./hub-params.ts";

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
    <FilterBar
      label="Your content"
      grid="grid-cols-2 md:grid-cols-3 xl:grid-cols-[minmax(0,2fr)_repeat(5,minmax(0,1fr))]"
      onClear={isFiltered(query) ? () => onChange({ ...ALL_CONTENT, sort: query.sort }) : null}
    >
      <SearchFilter
        key={query.search === "" ? "empty" : "typed"}
        placeholder="Title or tag"
        className="col-span-2 md:col-span-3 xl:col-span-1"
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
    </FilterBar>
  );
}

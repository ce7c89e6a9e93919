import { CONTENT_TYPES, type ContentType, type Visibility } from "@app/contract/contents";
import { BULK_MAX, type BulkChange, type HubSort, type HubState } from "@app/contract/hub";
import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { counted } from "#lib/format.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { TYPE_TITLES } from "#lib/type-titles.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Filter, FilterBar, SearchFilter } from "#ui/filters.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { Choice, type Choices, Select } from "#ui/select.tsx";
import { ALL_CONTENT, countFilters, type HubQuery, isFiltered } from "./hub.queries.ts";

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

const VISIBILITY_CHOICES: Choices<Visibility> = [
  { value: "public", label: "Public" },
  { value: "unlisted", label: "Unlisted" },
  { value: "private", label: "Private" },
];

export type Category = { id: number; name: string };

type HubFiltersProps = {
  query: HubQuery;
  categories: readonly Category[];
  categoryHint?: ReactNode;
  onChange: (query: HubQuery) => void;
};

/** Search, filters and order. Each change goes back to the first page. */
export function HubFilters({ query, categories, categoryHint, onChange }: HubFiltersProps) {
  const change = (more: Partial<HubQuery>) => onChange({ ...query, ...more, page: 1 });
  return (
    <FilterBar
      label="Your content"
      grid="grid-cols-2 md:grid-cols-3 xl:grid-cols-[minmax(0,2fr)_repeat(5,minmax(0,1fr))]"
      search={
        <SearchFilter
          placeholder="Title or tag"
          className="grow md:col-span-3 xl:col-span-1"
          value={query.search}
          onChange={(search) => change({ search })}
        />
      }
      chosenCount={countFilters(query)}
      onClear={isFiltered(query) ? () => onChange({ ...ALL_CONTENT, sort: query.sort }) : null}
    >
      <Filter label="Type" all="All types" choices={TYPES} value={query.type} onChange={(type) => change({ type })} />
      <Filter
        label="Status"
        all="All statuses"
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
        hint={categoryHint}
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

type BulkBarProps = {
  count: number;
  categories: readonly Category[];
  /** The change that is being saved; null while there is none. */
  running: { count: number; doneCount: number } | null;
  onChange: (change: BulkChange) => void;
  onClear: () => void;
};

/** What can be done with the selected items. Stays in view while the list scrolls, if the window has room for both. */
export function BulkBar({ count, categories, running, onChange, onClear }: BulkBarProps) {
  const isBusy = running !== null;
  const isTooMany = count > BULK_MAX;
  const [chosen, setChosen] = useState<BulkChange | null>(null);

  function begin(button: Element, change: BulkChange): void {
    // The button is disabled or gone in a moment; the bar passes the focus on once the items are changed.
    // It is sticky, so it is in view already.
    button.closest("section")?.focus({ preventScroll: true });
    onChange(change);
    setChosen(null);
  }

  return (
    <section
      ref={passFocusOn}
      tabIndex={-1}
      aria-label="Selected content"
      className="sticky top-16 z-20 short:static flex flex-wrap items-center gap-x-3 gap-y-2 rounded-media border border-accent bg-raised p-3"
    >
      <p role="status" className="font-semibold max-sm:grow">
        {isBusy ? `Changing ${counted(running.count, "item")}…` : `${count} selected`}
      </p>
      <Button variant="ghost" disabled={isBusy} onClick={onClear}>
        <span>
          Clear<span className="max-sm:sr-only"> selection</span>
        </span>
      </Button>
      {isBusy && running.count > 1 && (
        <div className="flex items-center gap-2">
          <div className="w-32">
            <ProgressBar
              label="Changed items"
              percent={Math.round((running.doneCount / running.count) * 100)}
              valueText={`${running.doneCount} of ${running.count}`}
            />
          </div>
          <span aria-hidden className="score text-base text-muted">
            {running.doneCount} of {running.count}
          </span>
        </div>
      )}
      {isTooMany && <p className="text-sm text-error">Please choose at most {BULK_MAX} items.</p>}
      <fieldset disabled={isBusy || isTooMany} className="contents">
        <legend className="sr-only">Change the selected content</legend>
        <Button
          variant="danger"
          className="h-11"
          onClick={({ currentTarget }) => begin(currentTarget, { kind: "delete" })}
        >
          <Trash2 aria-hidden size={18} />
          <span className="max-sm:sr-only">Delete</span>
        </Button>
        <div className="min-w-0 max-sm:flex-1 max-sm:basis-2/5 sm:w-44">
          <Select
            aria-label="Change visibility"
            options={[{ value: "", label: "Visibility…" }, ...VISIBILITY_CHOICES]}
            value={chosen?.kind === "visibility" ? chosen.visibility : ""}
            onChange={({ target }) => {
              const choice = VISIBILITY_CHOICES.find(({ value }) => value === target.value);
              setChosen(choice ? { kind: "visibility", visibility: choice.value } : null);
            }}
          />
        </div>
        <div className="min-w-0 max-sm:flex-1 max-sm:basis-2/5 sm:w-44">
          <Select
            aria-label="Change category"
            options={[
              { value: "", label: "Category…" },
              ...categories.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={chosen?.kind === "category" ? chosen.category_id : ""}
            onChange={({ target }) =>
              setChosen(target.value === "" ? null : { kind: "category", category_id: Number(target.value) })
            }
          />
        </div>
        {/* Arrow keys change the value of a closed list at each press, so nothing is changed before this button is pressed. */}
        {chosen && (
          <Button className="h-11" onClick={({ currentTarget }) => begin(currentTarget, chosen)}>
            Apply
          </Button>
        )}
      </fieldset>
    </section>
  );
}

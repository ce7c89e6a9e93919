import { SEARCH_MAX_CHARS } from "@app/contract/search";
import { type FormEvent, useState } from "react";
import { oneOf } from "#lib/search-params.ts";
import { Button } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { Choices } from "#ui/select.tsx";
import {
  CATEGORY_SORT_CHOICES,
  CategorySelect,
  CHANNEL_SORT_CHOICES,
  DATE_CHOICES,
  type EitherFilters,
  LENGTH_CHOICES,
  NO_FILTERS,
  SORT_CHOICES,
  TYPE_CHOICES,
} from "./filter-bar.tsx";

type FilterFormProps = {
  term: string;
  filters: EitherFilters;
  categories: readonly { id: number; name: string }[];
  /** Visitors can only browse categories; search is for members. */
  canSearch: boolean;
  onApply: (term: string, filters: EitherFilters) => void;
};

/** The filters as a full page. They apply when the form is submitted. */
export function FilterForm({ term, filters, categories, canSearch, onApply }: FilterFormProps) {
  const [typed, setTyped] = useState(term);
  const [chosen, setChosen] = useState(filters);
  const isSearch = canSearch && typed.trim() !== "";
  const { types, type, hasItems, sorts, sort } = toChoices(chosen, isSearch);

  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply(isSearch ? typed.trim() : "", { ...chosen, type, sort });
  };
  const clear = () => {
    setTyped("");
    setChosen(NO_FILTERS);
  };

  return (
    <form noValidate onSubmit={apply} className="flex flex-col gap-7">
      {canSearch && (
        <Field label="Search for" optional>
          <TextInput
            type="search"
            maxLength={SEARCH_MAX_CHARS}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      )}
      <Radios legend="Type" choices={types} value={type} onChange={(next) => setChosen({ ...chosen, type: next })} />
      {hasItems && (
        <Field label="Category">
          <CategorySelect
            categories={categories}
            value={chosen.category}
            onChange={(category) => setChosen({ ...chosen, category })}
          />
        </Field>
      )}
      {hasItems && (
        <Radios
          legend="Published"
          choices={DATE_CHOICES}
          value={chosen.date}
          onChange={(date) => setChosen({ ...chosen, date })}
        />
      )}
      {type === "video" && (
        <Radios
          legend="Length"
          choices={LENGTH_CHOICES}
          value={chosen.length}
          onChange={(length) => setChosen({ ...chosen, length })}
        />
      )}
      <Radios legend="Sort by" choices={sorts} value={sort} onChange={(next) => setChosen({ ...chosen, sort: next })} />
      <div className="flex gap-3">
        <Button type="submit" size="lg" className="flex-1">
          Show results
        </Button>
        <Button variant="secondary" size="lg" onClick={clear}>
          Clear
        </Button>
      </div>
    </form>
  );
}

/** What can be chosen in this kind of list; what it lacks falls back to its first choice. */
function toChoices(chosen: EitherFilters, isSearch: boolean) {
  // Categories have no channels.
  const types = isSearch ? TYPE_CHOICES : TYPE_CHOICES.filter(({ value }) => value !== "channel");
  const type = types.some(({ value }) => value === chosen.type) ? chosen.type : NO_FILTERS.type;
  const hasItems = type !== "channel";
  const searchSorts = hasItems ? SORT_CHOICES : CHANNEL_SORT_CHOICES;
  const sorts: Choices<EitherFilters["sort"]> = isSearch ? searchSorts : CATEGORY_SORT_CHOICES;
  const known = sorts.map(({ value }) => value);
  return { types, type, hasItems, sorts, sort: oneOf(known, chosen.sort) ?? known[0] ?? NO_FILTERS.sort };
}

type RadiosProps<Value extends string> = {
  legend: string;
  choices: Choices<Value>;
  value: Value;
  onChange: (value: Value) => void;
};

function Radios<Value extends string>({ legend, choices, value, onChange }: RadiosProps<Value>) {
  return (
    <RadioGroup
      legend={legend}
      name={legend}
      options={choices}
      value={value}
      onChange={({ target }) => {
        const chosen = choices.find((choice) => choice.value === target.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

import { type FormEvent, useState } from "react";
import { oneOf } from "#lib/one-of.ts";
import { Button } from "#ui/button.tsx";
import type { Choices } from "#ui/choice.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Select } from "#ui/select.tsx";
import { type EitherFilters, NO_FILTERS } from "./filter-address.ts";
import { CATEGORY_SORT_CHOICES, DATE_CHOICES, LENGTH_CHOICES, SORT_CHOICES, TYPE_CHOICES } from "./filter-choices.ts";

type FilterFormProps = {
  term: string;
  filters: EitherFilters;
  categories: readonly { id: number; name: string }[];
  /** A visitor browses categories; the search is for members. */
  canSearch: boolean;
  onApply: (term: string, filters: EitherFilters) => void;
};

const NOWHERE = "Please choose a category.";
const NOWHERE_TO_LOOK = "Please choose a category, or type what you are looking for.";

/** The filters as a page of their own: everything in sight, nothing happens before the button is pressed. */
export function FilterForm({ term, filters, categories, canSearch, onApply }: FilterFormProps) {
  const [typed, setTyped] = useState(term);
  const [chosen, setChosen] = useState(filters);
  const [fault, setFault] = useState<string>();
  const isSearch = canSearch && typed.trim() !== "";
  const isOfItems = chosen.type !== "channel";
  const sorts: Choices<EitherFilters["sort"]> = isSearch ? SORT_CHOICES : CATEGORY_SORT_CHOICES;
  // What was chosen for the other kind of list means the first of this kind.
  const sort =
    oneOf(
      sorts.map(({ value }) => value),
      chosen.sort,
    ) ??
    sorts[0]?.value ??
    NO_FILTERS.sort;

  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!isSearch && chosen.category === null) {
      setFault(canSearch ? NOWHERE_TO_LOOK : NOWHERE);
      return;
    }
    onApply(isSearch ? typed.trim() : "", { ...chosen, sort });
  };

  return (
    <form noValidate onSubmit={apply} className="flex flex-col gap-7">
      {canSearch && (
        <Field label="Search for" optional>
          <TextInput type="search" maxLength={100} value={typed} onChange={({ target }) => setTyped(target.value)} />
        </Field>
      )}
      <Field label="Category" optional={isSearch} error={fault}>
        <Select
          options={[
            { value: "", label: "All categories" },
            ...categories.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={chosen.category ?? ""}
          onChange={({ target }) => {
            setFault(undefined);
            setChosen({ ...chosen, category: target.value === "" ? null : Number(target.value) });
          }}
        />
      </Field>
      <Radios
        legend="Type"
        choices={isSearch ? TYPE_CHOICES : TYPE_CHOICES.filter(({ value }) => value !== "channel")}
        value={chosen.type}
        onChange={(type) => setChosen({ ...chosen, type })}
      />
      {isOfItems && (
        <Radios
          legend="Published"
          choices={DATE_CHOICES}
          value={chosen.date}
          onChange={(date) => setChosen({ ...chosen, date })}
        />
      )}
      {chosen.type === "video" && (
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
        <Button variant="secondary" size="lg" onClick={() => setChosen(NO_FILTERS)}>
          Clear
        </Button>
      </div>
    </form>
  );
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

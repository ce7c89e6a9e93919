import { COLLEGE_CATEGORY, EARNER_FIELD_MESSAGES, OFFERS_MAX } from "@app/contract/earner-fields";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { Button } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";
import { thisMonth, writeMonthYear } from "#ui/month-year.ts";
import { CollegeRowFields } from "./college-row.tsx";
import { TextField, useFault } from "./fields.tsx";
import type { CollegeRow } from "./form-values.ts";
import { FieldGroup, Pair } from "./person-fields.tsx";

const NONE: readonly string[] = [];

/** The list weighs more than the form, and only those who add an offer or a visit need it. */
const loadNames = () => import("./college-names.json");

const WORDS = {
  offers: { title: "College offers", add: "Add an offer", one: "Offer", date: "Offer date" },
  visits: { title: "College visits", add: "Add a visit", one: "Visit", date: "Visit date" },
} as const;

type CollegeListProps = { name: "offers" | "visits"; categories: readonly { value: number; label: string }[] };

export function ClassFields() {
  return (
    <Pair>
      <TextField name="graduation_year" label="Graduation year" inputMode="numeric" />
      <TextField name="gpa" label="GPA" inputMode="decimal" />
    </Pair>
  );
}

export function CollegeLists({ categories }: { categories: readonly { value: number; label: string }[] }) {
  return (
    <>
      <CollegeList name="offers" categories={categories} />
      <CollegeList name="visits" categories={categories} />
    </>
  );
}

/** Up to a hundred colleges that made an offer, or were visited. */
function CollegeList({ name, categories }: CollegeListProps) {
  const { control } = useFormContext<Record<"offers" | "visits", CollegeRow[]>>();
  const { fields, append, remove } = useFieldArray({ control, name });
  const [isRefused, setIsRefused] = useState(false);
  const colleges = useCollegeNames();
  const words = WORDS[name];
  const isFull = fields.length >= OFFERS_MAX;
  const error = useFault(name);

  const add = () => {
    setIsRefused(isFull);
    if (!isFull) append(emptyRow(), { focusName: `${name}.${fields.length}.college_name` });
  };

  return (
    <FieldGroup title={words.title}>
      {fields.length > 0 && (
        <ol className="flex flex-col gap-4">
          {fields.map((field, index) => (
            <CollegeRowFields
              key={field.id}
              path={`${name}.${index}`}
              title={`${words.one} ${index + 1}`}
              dateLabel={words.date}
              colleges={colleges}
              categories={categories}
              onRemove={() => {
                setIsRefused(false);
                remove(index);
              }}
            />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* Not disabled for the keyboard: whoever presses it is told why. */}
        <Button variant="secondary" aria-disabled={isFull} onClick={add}>
          <Plus aria-hidden size={18} />
          {words.add}
        </Button>
        <span className="text-sm text-muted">
          <span className="score">{fields.length}</span>, maximum {OFFERS_MAX}
        </span>
      </div>
      {(isRefused || error) && <FieldError>{error ?? EARNER_FIELD_MESSAGES.tooMany}</FieldError>}
    </FieldGroup>
  );
}

function emptyRow(): CollegeRow {
  return {
    college_name: "",
    college_logo: null,
    college_logo_url: null,
    college_category: COLLEGE_CATEGORY,
    college_offer_date: writeMonthYear(thisMonth()),
  };
}

/** Colleges of the United States by name, to choose from; any other can be typed as well. */
function useCollegeNames(): readonly string[] {
  const [names, setNames] = useState(NONE);
  useEffect(() => {
    let isShown = true;
    loadNames().then(
      (loaded) => isShown && setNames(loaded.default),
      // Without the list the name can be typed all the same.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  return names;
}

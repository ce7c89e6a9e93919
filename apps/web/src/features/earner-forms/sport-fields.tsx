import { COLLEGE_CATEGORY, EARNER_FIELD_MESSAGES, OFFERS_MAX } from "@app/contract/earner-fields";
import { earnerRoutes, PROFILE_IMAGE_MAX_BYTES } from "@app/contract/earners";
import { useIsMutating, useMutation } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Controller, useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { sendFile } from "#lib/api.ts";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { passFocusInRow, passFocusOn } from "#lib/pass-focus.ts";
import { Button } from "#ui/button.tsx";
import { thisMonth, writeMonthYear } from "#ui/date-field.tsx";
import { Field, FieldError } from "#ui/field.tsx";
import { ImageUpload } from "#ui/image-upload.tsx";
import { Select } from "#ui/select.tsx";
import { SuggestInput } from "#ui/suggest-input.tsx";
import { MonthYearFormField, TextField, useFault } from "./fields.tsx";
import type { CollegeRow } from "./form-values.ts";
import { FieldGroup, Pair } from "./person-fields.tsx";

const COLLEGE_MAX_CHARS = 150;

const COLLEGE_ATHLETICS = { value: COLLEGE_CATEGORY, label: "College athletics" };

type CollegeRowProps = {
  /** `offers.0` */
  path: string;
  title: string;
  dateLabel: string;
  colleges: readonly string[];
  categories: readonly { value: number; label: string }[];
  onRemove: () => void;
};

const NONE: readonly string[] = [];

/** The list is larger than the form and only needed for offers and visits. */
const loadNames = () => import("./college-names.json");

const LABELS = {
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

/** Up to a hundred college offers or visits. */
function CollegeList({ name, categories }: CollegeListProps) {
  const { control } = useFormContext<Record<"offers" | "visits", CollegeRow[]>>();
  const { fields, append, remove } = useFieldArray({ control, name });
  const [isRefused, setIsRefused] = useState(false);
  const colleges = useCollegeNames();
  const words = LABELS[name];
  const isFull = fields.length >= OFFERS_MAX;
  const error = useFault(name);

  const add = () => {
    setIsRefused(isFull);
    if (!isFull) append(emptyRow(), { focusName: `${name}.${fields.length}.college_name` });
  };

  return (
    <FieldGroup title={words.title}>
      {fields.length > 0 && (
        <ol ref={passFocusInRow} className="flex flex-col gap-4">
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
        {/* aria-disabled keeps it focusable, so that a press can explain why. */}
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

/** Suggests US colleges; any other name can be typed. */
function useCollegeNames(): readonly string[] {
  const [names, setNames] = useState(NONE);
  useEffect(() => {
    let isShown = true;
    loadNames().then(
      (loaded) => isShown && setNames(loaded.default),
      // The name can be typed without suggestions.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  return names;
}

/** One offer or one visit. */
function CollegeRowFields({ path, title, dateLabel, colleges, categories, onRemove }: CollegeRowProps) {
  const { control, register } = useFormContext();
  const category: unknown = useWatch({ control, name: `${path}.college_category` });
  return (
    <li ref={passFocusOn} className="flex flex-col gap-4 rounded-media border border-line bg-raised p-4">
      <p className="flex items-center justify-between gap-3">
        <span className="font-semibold">{title}</span>
        <Button variant="ghost" size="icon" aria-label={`Remove ${title}`} onClick={onRemove}>
          <Trash2 aria-hidden size={20} />
        </Button>
      </p>
      <Controller
        control={control}
        name={`${path}.college_name`}
        render={({ field, fieldState }) => (
          <Field label="College name" error={fieldState.error?.message}>
            <SuggestInput {...field} listLabel="Colleges" suggestions={colleges} maxLength={COLLEGE_MAX_CHARS} />
          </Field>
        )}
      />
      <CollegeLogo path={path} />
      <Field label="College category" error={useFault(`${path}.college_category`)}>
        <Select
          {...register(`${path}.college_category`, { valueAsNumber: true })}
          options={toOptions(categories, category)}
        />
      </Field>
      <MonthYearFormField name={`${path}.college_offer_date`} label={dateLabel} />
    </li>
  );
}

/** @param chosen the row's own, which may be no longer offered */
function toOptions(categories: CollegeRowProps["categories"], chosen: unknown): CollegeRowProps["categories"] {
  const options = categories.some(({ value }) => value === COLLEGE_CATEGORY)
    ? categories
    : [COLLEGE_ATHLETICS, ...categories];
  if (typeof chosen !== "number" || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: "This category (no longer offered)" }];
}

const SENDS_LOGO = ["college-logo"];

/** @returns whether a form must wait, because a logo that was chosen in it has no id yet */
export function useIsLogoSending(): boolean {
  return useIsMutating({ mutationKey: SENDS_LOGO }) > 0;
}

/** The logo is uploaded when chosen; the form then refers to it by id. */
function CollegeLogo({ path }: { path: string }) {
  const { control, setValue, setError, clearErrors, getFieldState, formState } = useFormContext();
  const send = useMutation({
    mutationKey: SENDS_LOGO,
    mutationFn: (file: File) => sendFile(earnerRoutes.collegeLogo, file),
  });
  const url: unknown = useWatch({ control, name: `${path}.college_logo_url` });
  const name = `${path}.college_logo`;

  /** Meanwhile the row may have moved up, or be gone. */
  const nowAt = useRef<string | null>(null);
  useEffect(() => {
    nowAt.current = path;
    return () => {
      nowAt.current = null;
    };
  }, [path]);

  const setLogo = (row: string, id: string | null, picture: string | null) => {
    setValue(`${row}.college_logo_url`, picture);
    setValue(`${row}.college_logo`, id, { shouldDirty: true });
  };

  const choose = async (file: File | null) => {
    clearErrors(name);
    if (file === null) return setLogo(path, null, null);
    try {
      const { id, url: picture } = await send.mutateAsync(file);
      if (nowAt.current !== null) setLogo(nowAt.current, id, picture);
    } catch (error) {
      if (nowAt.current !== null) setError(`${nowAt.current}.college_logo`, { message: sentenceOf(error) });
    }
  };

  return (
    <ImageUpload
      label="Choose a college logo"
      picture={typeof url === "string" ? url : null}
      maxBytes={PROFILE_IMAGE_MAX_BYTES}
      isSmall
      showsChosen={false}
      isBusy={send.isPending}
      error={getFieldState(name, formState).error?.message}
      onChange={(file) => void choose(file)}
    />
  );
}

/** The picture's own fault is more helpful than 'please check the marked fields'. */
function sentenceOf(error: unknown): string {
  const faults = error instanceof ApiError ? Object.values(error.errors).flat() : [];
  return faults.length > 0 ? faults.join(" ") : messageOf(error);
}

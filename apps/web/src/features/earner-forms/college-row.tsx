import { COLLEGE_CATEGORY } from "@app/contract/earner-fields";
import { earnerRoutes, PROFILE_IMAGE_MAX_BYTES } from "@app/contract/earners";
import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { sendFile } from "#lib/api.ts";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { ImageUpload } from "#ui/image-upload.tsx";
import { Select } from "#ui/select.tsx";
import { SuggestInput } from "#ui/suggest-input.tsx";
import { MonthYearFormField, useFault } from "./fields.tsx";

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

/** One offer or one visit. */
export function CollegeRowFields({ path, title, dateLabel, colleges, categories, onRemove }: CollegeRowProps) {
  const { control, register } = useFormContext();
  const options = categories.some(({ value }) => value === COLLEGE_CATEGORY)
    ? categories
    : [COLLEGE_ATHLETICS, ...categories];
  return (
    <li className="flex flex-col gap-4 rounded-media border border-line bg-raised p-4">
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
        <Select {...register(`${path}.college_category`, { valueAsNumber: true })} options={options} />
      </Field>
      <MonthYearFormField name={`${path}.college_offer_date`} label={dateLabel} />
    </li>
  );
}

/** The logo is sent when it is chosen; the form names it afterwards. */
function CollegeLogo({ path }: { path: string }) {
  const { control, setValue, setError, clearErrors, getFieldState, formState } = useFormContext();
  const send = useMutation({ mutationFn: (file: File) => sendFile(earnerRoutes.collegeLogo, file) });
  const url: unknown = useWatch({ control, name: `${path}.college_logo_url` });
  const name = `${path}.college_logo`;

  const keep = (id: string | null, picture: string | null) => {
    setValue(`${path}.college_logo_url`, picture);
    setValue(name, id, { shouldDirty: true });
  };

  const choose = async (file: File | null) => {
    clearErrors(name);
    if (file === null) return keep(null, null);
    try {
      const { id, url: picture } = await send.mutateAsync(file);
      keep(id, picture);
    } catch (error) {
      setError(name, { message: sentenceOf(error) });
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

/** What is wrong with the picture itself says more than 'please check the marked fields'. */
function sentenceOf(error: unknown): string {
  const faults = error instanceof ApiError ? Object.values(error.errors).flat() : [];
  return faults.length > 0 ? faults.join(" ") : messageOf(error);
}

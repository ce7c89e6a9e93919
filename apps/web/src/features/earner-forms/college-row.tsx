import { COLLEGE_CATEGORY } from "@app/contract/earner-fields";
import { Trash2 } from "lucide-react";
import { Controller, useFormContext } from "react-hook-form";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import { SuggestInput } from "#ui/suggest-input.tsx";
import { CollegeLogo } from "./college-logo.tsx";
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

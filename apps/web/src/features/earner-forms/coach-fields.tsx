import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { Checkbox } from "#ui/field.tsx";
import { PersonFields } from "./person-fields.tsx";

const PARTS = ["first_name", "last_name", "email", "phone", "street", "city", "state", "zipcode"] as const;

/** A team's coach; the checkbox copies the contact person, and what was copied can be changed. */
export function CoachFields() {
  const { getValues, setValue, formState } = useFormContext();
  const [isCopied, setIsCopied] = useState(false);

  const copy = (isChecked: boolean) => {
    setIsCopied(isChecked);
    if (!isChecked) return;
    for (const part of PARTS) {
      setValue(`coach_person_${part}`, getValues(`contact_person_${part}`), {
        shouldDirty: true,
        shouldValidate: formState.isSubmitted,
      });
    }
  };

  return (
    <PersonFields who="coach_person" title="Coach">
      <Checkbox
        label="The coach is the contact person"
        hint="Copies the contact person's details; they can be changed here."
        checked={isCopied}
        onChange={({ target }) => copy(target.checked)}
      />
    </PersonFields>
  );
}

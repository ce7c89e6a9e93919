import { type ReactNode, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Checkbox } from "#ui/field.tsx";
import { PhoneFormField, StateField, TextField, ZipField } from "./fields.tsx";

const PARTS = ["first_name", "last_name", "email", "phone", "street", "city", "state", "zipcode"] as const;

type PersonFieldsProps = {
  /** Prefix of the payload's fields. */
  who: "contact_person" | "coach_person";
  title: string;
  phoneOptional?: boolean;
  /** Shown above the fields. */
  children?: ReactNode;
};

/** The contact person of an organization or a team, or a team's coach. */
export function PersonFields({ who, title, phoneOptional = false, children }: PersonFieldsProps) {
  return (
    <FieldGroup title={title}>
      {children}
      <Pair>
        <TextField name={`${who}_first_name`} label="First name" />
        <TextField name={`${who}_last_name`} label="Last name" />
      </Pair>
      <TextField name={`${who}_email`} label="Email" type="email" />
      <PhoneFormField name={`${who}_phone`} label="Phone" optional={phoneOptional} autoComplete="off" />
      <AddressFields prefix={`${who}_`} />
    </FieldGroup>
  );
}

/** @param isOwn lets the browser autofill the user's own address */
export function AddressFields({ prefix = "", isOwn = false }: { prefix?: string; isOwn?: boolean }) {
  const fill = (kind: string) => ({ autoComplete: isOwn ? kind : "off" });
  return (
    <>
      <TextField name={`${prefix}street`} label="Street" {...fill("street-address")} />
      <TextField name={`${prefix}city`} label="City" {...fill("address-level2")} />
      <Pair>
        <StateField name={`${prefix}state`} {...fill("address-level1")} />
        <ZipField name={`${prefix}zipcode`} {...fill("postal-code")} />
      </Pair>
    </>
  );
}

export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-5 border-t border-line pt-5">
      <legend className="title float-left mb-3 w-full text-2xl">{title}</legend>
      {children}
    </fieldset>
  );
}

/** Side by side where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-5 sm:grid-cols-2">{children}</div>;
}

/** A team's coach; a checkbox copies the contact person's details. */
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
        hint="Copies the contact person's details. You can still change them here."
        checked={isCopied}
        onChange={({ target }) => copy(target.checked)}
      />
    </PersonFields>
  );
}

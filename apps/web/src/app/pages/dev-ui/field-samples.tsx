import { useState } from "react";
import { Checkbox, Field, PasswordInput, Switch, TextArea, TextInput } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Select } from "#ui/select.tsx";
import { Samples } from "./samples.tsx";

const SPORTS = [
  { value: 1, label: "Basketball" },
  { value: 2, label: "Swimming" },
  { value: 3, label: "Track and field" },
] as const;

const VISIBILITIES = [
  { value: "public", label: "Public", hint: "Listed, and open to everybody" },
  { value: "unlisted", label: "Unlisted", hint: "Open to whoever has the link" },
  { value: "private", label: "Private", hint: "Open to you alone", disabled: true },
] as const;

/** @param idPrefix tells the two themes' groups of radio buttons apart */
export function FieldSamples({ idPrefix }: { idPrefix: string }) {
  const [visibility, setVisibility] = useState("public");
  return (
    <Samples title="Forms">
      <form className="grid max-w-md gap-5" onSubmit={(event) => event.preventDefault()}>
        <Field label="Title" hint="Up to 100 characters">
          <TextInput placeholder="Cup final, second half" />
        </Field>
        <Field label="Email" error="Email must be a valid email">
          <TextInput type="email" defaultValue="coach@" />
        </Field>
        <Field label="Password" optional>
          <PasswordInput defaultValue="correct horse" autoComplete="off" />
        </Field>
        <Field label="Bio" hint="Enter sends, Shift and Enter start a new line">
          <TextArea maxLength={50} defaultValue="Point guard. Early riser." />
        </Field>
        <Field label="Disabled">
          <TextInput disabled defaultValue="Not now" />
        </Field>
        <Field label="Category">
          <Select options={SPORTS} placeholder="Choose a category" defaultValue="" />
        </Field>
        <RadioGroup
          legend="Visibility"
          name={`${idPrefix}-visibility`}
          options={VISIBILITIES}
          value={visibility}
          onChange={(event) => setVisibility(event.currentTarget.value)}
        />
        <Checkbox label="Copy the contact person into the coach" defaultChecked />
        <Checkbox label="I have read the terms" error="Please accept the terms" />
        <Switch label="Comments are open" hint="Anybody signed in may comment" defaultChecked />
        <Switch label="Off and disabled" disabled />
      </form>
    </Samples>
  );
}

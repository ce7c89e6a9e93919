import { Select } from "./select.tsx";

export type Choices<Value extends string> = readonly { value: Value; label: string }[];

type ChoiceProps<Value extends string> = { choices: Choices<Value>; value: Value; onChange: (value: Value) => void };

/** A select of known values, which hands on the value in place of the event. */
export function Choice<Value extends string>({ choices, value, onChange }: ChoiceProps<Value>) {
  return (
    <Select
      options={choices}
      value={value}
      onChange={({ target }) => {
        const chosen = choices.find((choice) => choice.value === target.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

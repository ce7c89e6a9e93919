import { useState } from "react";
import { dayInWords } from "#lib/dates.ts";
import { Field } from "./field.tsx";
import { Choice } from "./select.tsx";

const LENGTHS = [
  { value: "1", label: "1 day" },
  { value: "3", label: "3 days" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
] as const;

const DAY_MS = 86_400_000;

/** How long somebody is suspended, and the day on which that ends. */
export function SuspensionLength({ days, onDays }: { days: number; onDays: (days: number) => void }) {
  const [now] = useState(() => Date.now());
  const value = LENGTHS.find((one) => Number(one.value) === days)?.value ?? "7";
  return (
    <Field label="For how long" hint={`Until ${dayInWords(new Date(now + days * DAY_MS).toISOString())}.`}>
      <Choice choices={LENGTHS} value={value} onChange={(chosen) => onDays(Number(chosen))} />
    </Field>
  );
}

import { CONTROL_STYLE } from "#ui/control-style.ts";
import { Field, useFieldControl } from "#ui/field.tsx";

type HeldWordsFieldProps = { words: string; error?: string | null; onChange: (words: string) => void };

/** Words for which comments are held, one per line. */
export function HeldWordsField({ words, error = null, onChange }: HeldWordsFieldProps) {
  return (
    <Field
      label="Words to hold"
      optional
      hint="One per line. Comments that contain one of them wait for your approval."
      error={error ?? undefined}
    >
      <WordsArea words={words} onChange={onChange} />
    </Field>
  );
}

function WordsArea({ words, onChange }: Pick<HeldWordsFieldProps, "words" | "onChange">) {
  return (
    <textarea
      {...useFieldControl()}
      rows={5}
      value={words}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      className={`${CONTROL_STYLE} resize-y py-2.5`}
    />
  );
}

/** @returns the words of the field, as the server takes them */
export function toWords(typed: string): string[] {
  return typed.split(/[\n,]/).flatMap((word) => word.trim() || []);
}

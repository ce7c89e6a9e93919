import type { CaptionCue } from "@app/contract/captions";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import type { ChangeCues } from "./captions-draft.ts";
import { replaceAll } from "./edit-cues.ts";

type FindAndReplaceProps = { cues: readonly CaptionCue[]; change: ChangeCues; onDone: (message: string) => void };

/** In all cues at once. */
export function FindAndReplace({ cues, change, onDone }: FindAndReplaceProps) {
  const [find, setFind] = useState("");
  const [replacement, setReplacement] = useState("");
  /** The matches are gone because they were replaced. */
  const [isReplaced, setReplaced] = useState(false);
  const { count } = replaceAll(cues, find, replacement);
  const hasNone = find !== "" && count === 0 && !isReplaced;
  return (
    <form
      className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
      onSubmit={(event) => {
        event.preventDefault();
        setReplaced(true);
        change((before) => replaceAll(before, find, replacement).cues);
        onDone(count === 1 ? "Replaced 1 match." : `Replaced ${count} matches.`);
      }}
    >
      <Field label="Find" className="min-w-0 grow sm:min-w-40">
        <TextInput
          value={find}
          onChange={({ target }) => {
            setFind(target.value);
            setReplaced(false);
          }}
        />
      </Field>
      <Field label="Replace with" className="min-w-0 grow sm:min-w-40">
        <TextInput value={replacement} onChange={({ target }) => setReplacement(target.value)} />
      </Field>
      <Button type="submit" variant="secondary" className="justify-self-start" disabled={count === 0}>
        {count === 0 ? "Replace all" : `Replace all ${count}`}
      </Button>
      <p aria-live="polite" className="text-sm text-muted empty:hidden max-sm:col-span-2 sm:w-full">
        {hasNone && "No matches. The search is case-sensitive."}
      </p>
    </form>
  );
}

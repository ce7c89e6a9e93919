import { CAPTION_LANGUAGES, type CaptionCue, type CaptionLanguage, captionCue } from "@app/contract/captions";
import { useCallback, useEffect, useState } from "react";
import { z } from "zod";
import { readFormDraft, saveFormDraft } from "#lib/form-drafts.ts";

const UNDO_MAX = 100;

const draftSchema = z.object({ revision: z.int(), cues: z.array(captionCue) });

type Cues = readonly CaptionCue[];
export type Draft = { revision: number; cues: Cues };

/** Changes of the same `group` that follow each other, such as the letters of a word, are undone together. */
export type ChangeCues = (edit: (cues: Cues) => Cues, group?: string) => void;

/** `past` holds what Undo goes back to, the latest last. */
type Edited = Draft & { past: readonly Cues[]; group: string | null };

const toEdited = (draft: Draft): Edited => ({ ...draft, past: [], group: null });

function toName(id: string, language: string): string {
  return `captions.${id}.${language}`;
}

/** @returns a language whose captions were changed on this device and not saved; null if there is none */
export function findUnsavedLanguage(id: string): CaptionLanguage | null {
  return CAPTION_LANGUAGES.find((language) => readFormDraft(toName(id, language), draftSchema) !== null) ?? null;
}

/** What is typed survives a reload, and is saved against the revision that it was made of. */
export function useCaptionsDraft({ id, language }: { id: string; language: string }, saved: Draft) {
  const name = toName(id, language);
  const [stored] = useState(() => readFormDraft(name, draftSchema));
  const [{ past, group: _, ...draft }, setEdited] = useState(() => toEdited(stored ?? saved));
  const [isRestored, setRestored] = useState(stored !== null);
  const [savedCues, setSavedCues] = useState<Cues | null>(stored === null ? saved.cues : null);
  const { revision, cues } = draft;
  const isChanged = cues !== savedCues;

  useEffect(() => {
    saveFormDraft(name, isChanged ? { revision, cues } : null);
  }, [name, revision, cues, isChanged]);

  const change: ChangeCues = useCallback((edit, group) => {
    setEdited((before) => {
      const after = edit(before.cues);
      if (after === before.cues) return before;
      const isSameGroup = group !== undefined && group === before.group;
      const undoable = isSameGroup ? before.past : [...before.past, before.cues].slice(-UNDO_MAX);
      return { ...before, cues: after, past: undoable, group: group ?? null };
    });
  }, []);
  const undo = () =>
    setEdited((before) => {
      const last = before.past.at(-1);
      return last ? { ...before, cues: last, past: before.past.slice(0, -1), group: null } : before;
    });
  const rebase = (next: number) => setEdited((before) => ({ ...before, revision: next }));
  function reset(next: Draft): void {
    setEdited(toEdited(next));
    setSavedCues(next.cues);
    setRestored(false);
  }
  // Another tab saved and nothing was changed here, or what was found here was still being saved.
  if (revision < saved.revision && (!isChanged || areSame(cues, saved.cues))) reset(saved);

  /** What was changed while these were being saved is not saved yet. */
  function keepLater(next: Draft): void {
    rebase(next.revision);
    setSavedCues(next.cues);
    setRestored(false);
    // If the editor was left meanwhile, this is all that there is of it.
    const left = readFormDraft(name, draftSchema);
    if (left) saveFormDraft(name, areSame(left.cues, next.cues) ? null : { ...left, revision: next.revision });
  }
  return { draft, canUndo: past.length > 0, isChanged, isRestored, change, undo, rebase, reset, keepLater };
}

function areSame(some: Cues, others: Cues): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

import { CAPTION_LANGUAGES, type CaptionCue, type CaptionLanguage, captionCue } from "@app/contract/captions";
import { useCallback, useEffect, useState } from "react";
import { z } from "zod";
import { readFormDraft, saveFormDraft } from "#lib/form-drafts.ts";

const UNDO_MAX = 100;

/** `from_s`: where the part that viewers saw began. Drafts of earlier releases do not say. */
const draftSchema = z.object({ revision: z.int(), cues: z.array(captionCue), from_s: z.number().optional() });

type Cues = readonly CaptionCue[];
export type Draft = { revision: number; cues: Cues };

/** What viewers see of the video; times of cues count from its start. */
export type ShownPart = { fromS: number; lengthMs: number };

/** Changes of the same `group` that follow each other, such as the letters of a word, are undone together. */
export type ChangeCues = (edit: (cues: Cues) => Cues, group?: string) => void;

/** `past` holds what Undo goes back to, the latest last. */
type Edited = Draft & { fromS: number; past: readonly Cues[]; group: string | null };

function toEdited({ revision, cues }: Draft, fromS: number): Edited {
  return { revision, cues, fromS, past: [], group: null };
}

/** Moves cues as a trim moves those that are saved, and leaves out what it cut away. */
export function followTrim({ cues, fromS }: Pick<Edited, "cues" | "fromS">, part: ShownPart): Cues {
  const shiftMs = Math.round((fromS - part.fromS) * 1_000);
  if (shiftMs === 0 || cues.length === 0) return cues;
  return cues
    .map(({ start_ms, end_ms, text }) => ({
      start_ms: Math.max(0, start_ms + shiftMs),
      end_ms: Math.min(end_ms + shiftMs, part.lengthMs),
      text,
    }))
    .filter(({ start_ms, end_ms }) => start_ms < end_ms);
}

function toName(id: string, language: string): string {
  return `captions.${id}.${language}`;
}

/** @returns a language whose captions were changed on this device and not saved; null if there is none */
export function findUnsavedLanguage(id: string): CaptionLanguage | null {
  return CAPTION_LANGUAGES.find((language) => readFormDraft(toName(id, language), draftSchema) !== null) ?? null;
}

/** What is typed survives a reload, and is saved against the revision that it was made of. */
export function useCaptionsDraft({ id, language }: { id: string; language: string }, saved: Draft, part: ShownPart) {
  const name = toName(id, language);
  const [stored] = useState(() => readFormDraft(name, draftSchema));
  const [{ past, group: _, ...draft }, setEdited] = useState(() =>
    toEdited(stored ?? saved, stored?.from_s ?? part.fromS),
  );
  /** After a trim moved the cues: how many of them it cut away. */
  const [trimmed, setTrimmed] = useState<{ cutAway: number } | null>(null);
  const [isRestored, setRestored] = useState(stored !== null);
  const [savedCues, setSavedCues] = useState<Cues | null>(stored === null ? saved.cues : null);
  const { revision, cues, fromS } = draft;
  const isChanged = cues !== savedCues;

  useEffect(() => {
    saveFormDraft(name, isChanged ? { revision, cues, from_s: fromS } : null);
  }, [name, revision, cues, fromS, isChanged]);

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
    setEdited(toEdited(next, part.fromS));
    setSavedCues(next.cues);
    setRestored(false);
    setTrimmed(null);
  }
  /** Keeps what is here instead of what others saved. */
  function keepMine(): void {
    const { revision } = saved;
    const moved = followTrim(draft, part);
    if (moved === cues) setEdited((before) => ({ ...before, revision, fromS: part.fromS }));
    else {
      // What Undo goes back to has the times of before.
      setEdited(toEdited({ revision, cues: moved }, part.fromS));
      setTrimmed({ cutAway: cues.length - moved.length });
    }
  }
  // A trim gives no revision to captions that are not saved yet.
  if (revision === 0 && saved.revision === 0 && fromS !== part.fromS) keepMine();
  // Another tab saved and nothing was changed here, or what was found here was still being saved.
  if (revision < saved.revision && (!isChanged || areSame(cues, saved.cues))) reset(saved);

  /** What was changed while these were being saved is not saved yet. */
  function keepLater(next: Draft): void {
    rebase(next.revision);
    setSavedCues(next.cues);
    setRestored(false);
    setTrimmed(null);
    // If the editor was left meanwhile, this is all that there is of it.
    const left = readFormDraft(name, draftSchema);
    if (left) saveFormDraft(name, areSame(left.cues, next.cues) ? null : { ...left, revision: next.revision });
  }
  return { draft, canUndo: past.length > 0, isChanged, isRestored, trimmed, change, undo, keepMine, reset, keepLater };
}

function areSame(some: Cues, others: Cues): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

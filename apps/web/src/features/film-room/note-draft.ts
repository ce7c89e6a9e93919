import type { FilmNote } from "@app/contract/film-notes";
import { readTextDraft, saveTextDraft, type TextDraft } from "#lib/drafts.ts";
import { timeCode } from "#lib/format.ts";
import { useUser } from "#lib/session.ts";

/** What stands in the form of a note. */
export type Typed = {
  from: string;
  to: string;
  text: string;
  isShared: boolean;
  /** When the version was saved that is changed: the list may show a newer one by now. Empty for a new note. */
  baseSavedAt: string;
  /** Where the part of the video begins that the times are in: it may be trimmed by now. */
  trimFromS: number;
  /** It was typed earlier and not saved. */
  isKept: boolean;
};

/** How a draft keeps that its note is to be shared. */
const SHARED = "shared";

/** @returns where the draft of a note is kept; of a new one under the id of its video */
export function useNoteDrafts(): (id: string) => TextDraft {
  const accountId = useUser()?.id ?? "";
  return (id) => ({ accountId, name: `film-note.${id}` });
}

/** Where the range is kept, and all else but the text. */
function restOf(draft: TextDraft): TextDraft {
  return { ...draft, name: `${draft.name}.range` };
}

/** Whether a new note was begun on an earlier visit and not saved. */
export function useHasUnsavedNote(contentId: string): boolean {
  return readTextDraft(useNoteDrafts()(contentId)) !== "";
}

/** Without a text there is no draft. */
export function saveNoteDraft(
  draft: TextDraft,
  { from, to, text, isShared, baseSavedAt, trimFromS }: Omit<Typed, "isKept">,
): void {
  saveTextDraft(draft, text);
  const rest = [from, to, isShared ? SHARED : "private", baseSavedAt, trimFromS];
  saveTextDraft(restOf(draft), text === "" ? "" : rest.join("\n"));
}

export function deleteNoteDraft(draft: TextDraft): void {
  saveTextDraft(draft, "");
  saveTextDraft(restOf(draft), "");
}

/** A draft becomes one of another version of its note, or of the note that has been saved from it. */
export function moveNoteDraft(draft: TextDraft, to: { draft: TextDraft; saved: FilmNote }): void {
  const typed = withKept(draft, toTyped(to.saved, { baseSavedAt: "", trimFromS: 0 }));
  deleteNoteDraft(draft);
  if (typed.isKept) saveNoteDraft(to.draft, { ...typed, baseSavedAt: to.saved.updated_at });
}

export function toTyped(
  saved: Pick<FilmNote, "from_ms" | "to_ms" | "text" | "is_shared">,
  base: Pick<Typed, "baseSavedAt" | "trimFromS">,
): Typed {
  const { from_ms, to_ms, text, is_shared } = saved;
  return { from: timeCode(from_ms), to: timeCode(to_ms), text, isShared: is_shared, ...base, isKept: false };
}

/** Puts what was typed earlier, if anything, over the saved note. Drafts of an earlier release lack some of it. */
export function withKept(draft: TextDraft, saved: Typed): Typed {
  const text = readTextDraft(draft);
  if (text === "") return saved;
  const [from, to, shared, baseSavedAt, trimFromS] = readTextDraft(restOf(draft)).split("\n");
  return {
    from: from || saved.from,
    to: to || saved.to,
    text,
    isShared: shared ? shared === SHARED : saved.isShared,
    baseSavedAt: baseSavedAt || saved.baseSavedAt,
    trimFromS: trimFromS ? Number(trimFromS) : saved.trimFromS,
    isKept: true,
  };
}

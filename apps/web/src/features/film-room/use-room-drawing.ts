import { DRAWING_MAX_BYTES, FILM_NOTE_MESSAGES, SHAPES_MAX, type ShapeKind } from "@app/contract/film-note-limits";
import { drawing as drawingSchema, type FilmNote } from "@app/contract/film-notes";
import { useEffect, useReducer, useState } from "react";
import { z } from "zod";
import { readFormDraft, saveFormDraft } from "#lib/form-drafts.ts";
import { toast } from "#lib/toast.ts";
import {
  changeDrawing,
  type Direction,
  type Drawing,
  type DrawingHistory,
  EMPTY_HISTORY,
  moveShape,
  resizeShape,
  STEPS,
} from "./drawing.ts";

/** What is drawn and not saved yet. */
const unsavedDrawing = z.object({
  drawing: drawingSchema,
  /** The position of the frame that it was begun on; null: nothing is drawn. */
  at_ms: z.number().nullable(),
  /** When the note was saved that it changes; null for a new note. */
  saved_at: z.string().nullable(),
  /** Where the part of the video began that was shown then. Drafts of an earlier release lack it. */
  trim_from_s: z.number().nullable().default(null),
});

/**
 * What is drawn for a new note or for the note that is edited, and apart from it the drawing of another note that is only
 * viewed. What is not saved yet outlasts the room: for a new note, and for each saved one.
 */
export function useRoomDrawing(contentId: string, trimFromS: number) {
  const [noteId, setNoteId] = useState<string | null>(null);
  const name = nameOf(noteId ?? contentId);
  const [own, change] = useReducer(changeDrawing, name, (first) => withUnsaved(first, []));
  const [origin, setOrigin] = useState(() => originOf(name, null, trimFromS));
  useEffect(() => {
    saveFormDraft(name, own.past.length > 0 ? { drawing: own.drawing, ...origin } : null);
  }, [name, own, origin]);
  const [viewedNote, viewNote] = useState<FilmNote | null>(null);

  function startFrom(note: FilmNote | null): void {
    viewNote(null);
    setNoteId(note?.id ?? null);
    setOrigin(originOf(nameOf(note?.id ?? contentId), note, trimFromS));
    change({ kind: "load", history: withUnsaved(nameOf(note?.id ?? contentId), note?.drawing ?? []) });
  }

  return {
    own: own.drawing,
    /** Where the own drawing was begun; null: nothing is drawn. */
    drawnAtMs: own.drawing.length > 0 ? origin.at_ms : null,
    /** Where the part of the video began in which it was begun; null: nothing is drawn, or an earlier release kept it. */
    drawnFromS: own.drawing.length > 0 || noteId !== null ? origin.trim_from_s : null,
    /** When the note was saved whose drawing it changes. */
    baseSavedAt: origin.saved_at,
    shown: viewedNote?.drawing ?? own.drawing,
    /** The note whose drawing is shown instead; null: the user's own is. */
    viewedNote,
    canUndo: viewedNote === null && own.past.length > 0,
    canRedo: viewedNote === null && own.future.length > 0,
    viewNote,
    /** Shows the user's drawing again. */
    showOwn: () => viewNote(null),
    draw: (drawing: Drawing, atMs: number) => {
      if (own.drawing.length === 0 && noteId === null)
        setOrigin({ at_ms: atMs, saved_at: null, trim_from_s: trimFromS });
      if (drawing.length > SHAPES_MAX || JSON.stringify(drawing).length > DRAWING_MAX_BYTES)
        toast.error(FILM_NOTE_MESSAGES.drawingTooLarge);
      else change({ kind: "draw", drawing });
    },
    edit: (note: FilmNote) => startFrom(note),
    /** The drawing is saved with its note. @param isOpen no other note was opened meanwhile */
    finish: (isOpen: boolean) => {
      saveFormDraft(name, null);
      if (isOpen) startFrom(null);
    },
    /** The note is saved, but was changed since it was sent: what is drawn is a change of the saved one. */
    goOnWith: (saved: FilmNote, isOpen: boolean) => {
      const from = { at_ms: saved.from_ms, saved_at: saved.updated_at, trim_from_s: trimFromS };
      saveFormDraft(name, null);
      if (own.past.length > 0) saveFormDraft(nameOf(saved.id), { drawing: own.drawing, ...from });
      if (!isOpen) return;
      setNoteId(saved.id);
      setOrigin(from);
    },
    /** Leaves an edited note as it was saved. What is drawn for a new note stays on the picture. */
    cancel: () => {
      if (noteId !== null) saveFormDraft(name, null);
      startFrom(null);
    },
    undo: () => change({ kind: "undo" }),
    redo: () => change({ kind: "redo" }),
  };
}

function nameOf(id: string): string {
  return `film-drawing.${id}`;
}

type Origin = Omit<z.infer<typeof unsavedDrawing>, "drawing">;

function originOf(name: string, note: FilmNote | null, trimFromS: number): Origin {
  const unsaved = readFormDraft(name, unsavedDrawing);
  if (unsaved === null)
    return { at_ms: note?.from_ms ?? null, saved_at: note?.updated_at ?? null, trim_from_s: trimFromS };
  const { at_ms, saved_at, trim_from_s } = unsaved;
  return { at_ms, saved_at, trim_from_s };
}

/** @param saved what an undo of all leads back to */
function withUnsaved(name: string, saved: Drawing): DrawingHistory {
  const history = { ...EMPTY_HISTORY, drawing: saved };
  const unsaved = readFormDraft(name, unsavedDrawing);
  return unsaved === null ? history : changeDrawing(history, { kind: "draw", drawing: unsaved.drawing });
}

type SelectedShape = {
  index: number | null;
  kind: ShapeKind | null;
  select: (index: number | null) => void;
  move: (direction: Direction) => void;
  resize: (direction: Direction) => void;
  remove: () => void;
};

type Shown = { drawing: Drawing; isShown: boolean; draw: (drawing: Drawing) => void };

/** The shape that was tapped, which buttons move, resize and remove; none while it is not on the picture. */
export function useSelectedShape({ drawing, isShown, draw }: Shown): SelectedShape {
  const [index, select] = useState<number | null>(null);
  const shape = isShown && index !== null ? drawing[index] : undefined;
  const change = (how: typeof moveShape, [byX, byY]: readonly [number, number]) => {
    if (index !== null && shape) draw(drawing.with(index, how(shape, byX, byY)));
  };
  return {
    index,
    kind: shape?.kind ?? null,
    select,
    move: (direction) => change(moveShape, STEPS[direction]),
    resize: (direction) => change(resizeShape, STEPS[direction]),
    remove: () => {
      if (index === null || !shape) return;
      select(null);
      draw(drawing.toSpliced(index, 1));
    },
  };
}

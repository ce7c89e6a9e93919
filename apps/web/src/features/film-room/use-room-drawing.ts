import { DRAWING_MAX_BYTES, FILM_NOTE_MESSAGES, SHAPES_MAX } from "@app/contract/film-note-limits";
import { drawing as drawingSchema, type FilmNote } from "@app/contract/film-notes";
import { useEffect, useReducer, useState } from "react";
import { readFormDraft, saveFormDraft } from "#lib/form-drafts.ts";
import { toast } from "#lib/toast.ts";
import { changeDrawing, type Drawing, type DrawingHistory, EMPTY_HISTORY } from "./drawing.ts";

/**
 * What is drawn for a new note or for the note that is edited, and apart from it the drawing of another note that is only
 * viewed. What is not saved yet outlasts the room: for a new note, and for each saved one.
 */
export function useRoomDrawing(contentId: string) {
  const [noteId, setNoteId] = useState<string | null>(null);
  const name = nameOf(noteId ?? contentId);
  const [own, change] = useReducer(changeDrawing, name, (first) => withUnsaved(first, []));
  useEffect(() => {
    saveFormDraft(name, own.past.length > 0 ? own.drawing : null);
  }, [name, own]);
  const [viewedNote, viewNote] = useState<FilmNote | null>(null);

  function startFrom(note: FilmNote | null): void {
    viewNote(null);
    setNoteId(note?.id ?? null);
    change({ kind: "load", history: withUnsaved(nameOf(note?.id ?? contentId), note?.drawing ?? []) });
  }

  return {
    own: own.drawing,
    shown: viewedNote?.drawing ?? own.drawing,
    /** The note whose drawing is shown instead; null: the user's own is. */
    viewedNote,
    canUndo: viewedNote === null && own.past.length > 0,
    canRedo: viewedNote === null && own.future.length > 0,
    viewNote,
    /** Shows the user's drawing again. */
    showOwn: () => viewNote(null),
    draw: (drawing: Drawing) => {
      if (drawing.length > SHAPES_MAX || JSON.stringify(drawing).length > DRAWING_MAX_BYTES)
        toast.error(FILM_NOTE_MESSAGES.drawingTooLarge);
      else change({ kind: "draw", drawing });
    },
    edit: (note: FilmNote) => startFrom(note),
    /** The drawing is saved with its note. */
    finish: () => {
      saveFormDraft(name, null);
      startFrom(null);
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

/** @param saved what an undo of all leads back to */
function withUnsaved(name: string, saved: Drawing): DrawingHistory {
  const history = { ...EMPTY_HISTORY, drawing: saved };
  const unsaved = readFormDraft(name, drawingSchema);
  return unsaved === null ? history : changeDrawing(history, { kind: "draw", drawing: unsaved });
}

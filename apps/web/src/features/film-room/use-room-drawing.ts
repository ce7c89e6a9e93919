import { DRAWING_MAX_BYTES, FILM_NOTE_MESSAGES, SHAPES_MAX } from "@app/contract/film-note-limits";
import { drawing as drawingSchema } from "@app/contract/film-notes";
import { useEffect, useReducer, useState } from "react";
import { readFormDraft, saveFormDraft } from "#lib/form-drafts.ts";
import { toast } from "#lib/toast.ts";
import { changeDrawing, type Drawing, type DrawingHistory, EMPTY_HISTORY } from "./drawing.ts";

/**
 * What is drawn on the picture, and apart from it the drawing of another note, which is only looked at. A drawing that is
 * not saved yet outlasts the room.
 */
export function useRoomDrawing(contentId: string) {
  const name = `film-drawing.${contentId}`;
  const [own, change] = useReducer(changeDrawing, name, readUnsaved);
  useEffect(() => {
    saveFormDraft(name, own.past.length > 0 && own.drawing.length > 0 ? own.drawing : null);
  }, [name, own]);
  const [looked, lookAt] = useState<Drawing | null>(null);
  return {
    own: own.drawing,
    shown: looked ?? own.drawing,
    isLooking: looked !== null,
    isChanged: own.past.length > 0,
    canUndo: looked === null && own.past.length > 0,
    canRedo: looked === null && own.future.length > 0,
    lookAt,
    /** Shows the user's drawing again. */
    comeBack: () => lookAt(null),
    draw: (drawing: Drawing) => {
      if (drawing.length > SHAPES_MAX || JSON.stringify(drawing).length > DRAWING_MAX_BYTES)
        toast.error(FILM_NOTE_MESSAGES.drawingTooLarge);
      else change({ kind: "draw", drawing });
    },
    load: (drawing: Drawing) => {
      lookAt(null);
      change({ kind: "load", drawing });
    },
    undo: () => change({ kind: "undo" }),
    redo: () => change({ kind: "redo" }),
  };
}

function readUnsaved(name: string): DrawingHistory {
  const unsaved = readFormDraft(name, drawingSchema);
  return unsaved === null ? EMPTY_HISTORY : changeDrawing(EMPTY_HISTORY, { kind: "draw", drawing: unsaved });
}

import { DRAWING_MAX_BYTES, FILM_NOTE_MESSAGES, SHAPES_MAX } from "@app/contract/film-note-limits";
import { useReducer, useState } from "react";
import { toast } from "#lib/toast.ts";
import { changeDrawing, type Drawing, EMPTY_HISTORY } from "./drawing.ts";

/** What is drawn on the picture, and apart from it the drawing of another note, which is only looked at. */
export function useRoomDrawing() {
  const [own, change] = useReducer(changeDrawing, EMPTY_HISTORY);
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

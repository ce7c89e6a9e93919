/** Of one person on one item. */
export const FILM_NOTES_MAX = 500;
export const FILM_NOTE_MAX_CHARS = 2_000;
/** Of a drawing as JSON. */
export const DRAWING_MAX_BYTES = 20_000;
export const SHAPES_MAX = 100;
export const STROKE_POINTS_MAX = 500;
/** Coordinates count in parts of the picture's width and height. */
export const DRAWING_UNITS = 10_000;

export const SHAPE_KINDS = ["line", "arrow", "circle", "free"] as const;
export type ShapeKind = (typeof SHAPE_KINDS)[number];
export const SHAPE_COLORS = ["yellow", "red", "blue", "white", "black"] as const;
export type ShapeColor = (typeof SHAPE_COLORS)[number];

export const FILM_NOTE_MESSAGES = {
  empty: "Write something or draw on the picture.",
  backwards: "The end must not be before the start.",
  beyondEnd: "The video ends before that.",
  drawingTooLarge: "This drawing is too large to be saved with a note.",
  /** Says nothing of the owner's age. */
  notFollowed: "This channel only accepts shared notes from people it follows. You can still keep your note private.",
  /** 409 */
  changed: "This note was changed in another tab in the meantime. To replace that version, save again.",
  retimed: "This video was trimmed in the meantime. Check the times, and save again.",
  tooMany: `You have ${FILM_NOTES_MAX} notes on this video. Delete some to add more.`,
} as const;

/** @returns the field that makes a note useless, and why; null if there is none */
export function findNoteFault(
  note: { from_ms: number; to_ms: number; text: string; drawing: readonly unknown[] },
  lengthMs: number | null,
): { field: "from_ms" | "to_ms" | "text"; message: string } | null {
  if (note.to_ms < note.from_ms) return { field: "to_ms", message: FILM_NOTE_MESSAGES.backwards };
  // The renditions may end a frame or two after the file that was measured.
  if (lengthMs !== null && note.to_ms > lengthMs + 1_000)
    return { field: "to_ms", message: FILM_NOTE_MESSAGES.beyondEnd };
  if (note.text === "" && note.drawing.length === 0) return { field: "text", message: FILM_NOTE_MESSAGES.empty };
  return null;
}

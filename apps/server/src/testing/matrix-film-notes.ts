import { type MatrixLine, NOBODY } from "./matrix-words.ts";

/** Notes on ranges of a video. */
export const FILM_NOTE_LINES: Record<string, MatrixLine> = {
  "filmNotes.list": {
    of: "content",
    ...NOBODY,
    general: "- 200 404 404",
    earner: "200 200 404 404",
    staff: "- 200 200 404",
  },
  "filmNotes.add": {
    of: "content",
    body: toNote,
    ...NOBODY,
    general: "- 200 404 404",
    earner: "200 200 404 404",
    staff: "- 200 200 404",
  },
  // Nobody sees somebody else's note, except the owner of its video.
  "filmNotes.update": {
    of: "film note",
    body: toNote,
    ...NOBODY,
    general: "200 404 404 404",
    earner: "200 404 404 404",
    staff: "200 404 404 404",
  },
  "filmNotes.remove": {
    of: "film note",
    ...NOBODY,
    general: "200 404 404 404",
    earner: "200 404 404 404",
    staff: "200 404 404 404",
  },
};

function toNote() {
  return { from_ms: 0, to_ms: 1_000, text: "The turn", drawing: [], is_shared: false };
}

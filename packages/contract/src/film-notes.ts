import { z } from "zod";
import {
  DRAWING_MAX_BYTES,
  DRAWING_UNITS,
  FILM_NOTE_MAX_CHARS,
  FILM_NOTE_MESSAGES,
  SHAPE_COLORS,
  SHAPE_KINDS,
  SHAPES_MAX,
  STROKE_POINTS_MAX,
} from "./film-note-limits.ts";
import { cursorPagination, cursorQuery, defineRoute, nothing } from "./http.ts";
import { contentId, filmNoteId } from "./ids.ts";
import { toText } from "./plain-text.ts";

/**
 * `points` are x and y in turn: the two ends of a line or an arrow, two corners of the box that a circle fills, or every
 * point of a free-hand stroke.
 */
const shape = z
  .strictObject({
    kind: z.enum(SHAPE_KINDS),
    color: z.enum(SHAPE_COLORS),
    points: z
      .array(z.int().min(0).max(DRAWING_UNITS))
      .min(4)
      .max(2 * STROKE_POINTS_MAX),
  })
  .refine(({ kind, points }) => (kind === "free" ? points.length % 2 === 0 : points.length === 4));
export type DrawingShape = z.infer<typeof shape>;

/** What was drawn over a paused frame; empty for none. */
export const drawing = z
  .array(shape)
  .max(SHAPES_MAX)
  .refine((shapes) => JSON.stringify(shapes).length <= DRAWING_MAX_BYTES, FILM_NOTE_MESSAGES.drawingTooLarge);

const momentMs = z.int().min(0).max(86_400_000);

const noteFields = {
  from_ms: momentMs,
  to_ms: momentMs,
  text: z
    .string()
    .overwrite(toText)
    .max(FILM_NOTE_MAX_CHARS, `A note must be at most ${FILM_NOTE_MAX_CHARS} characters`),
  drawing,
  /** With the owner of the item's channel. Nobody else ever sees a note. */
  is_shared: z.boolean(),
};

export type FilmNoteFields = {
  from_ms: number;
  to_ms: number;
  text: string;
  drawing: DrawingShape[];
  is_shared: boolean;
};

export const filmNote = z.object({
  id: filmNoteId,
  ...noteFields,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  author: z.object({ name: z.string(), username: z.string(), is_you: z.boolean() }),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type FilmNote = z.infer<typeof filmNote>;

export const filmNoteRoutes = {
  list: defineRoute({
    name: "filmNotes.list",
    summary: "The caller's notes on a video in order of time; for its owner also those shared with them",
    method: "GET",
    path: "/content/:id/film-notes",
    access: "member",
    params: { id: contentId },
    query: cursorQuery,
    data: z.object({ notes: z.array(filmNote), pagination: cursorPagination }),
  }),
  add: defineRoute({
    name: "filmNotes.add",
    summary: "Add a note on a range of a video",
    method: "POST",
    path: "/content/:id/film-notes",
    access: "member",
    params: { id: contentId },
    body: {
      ...noteFields,
      /** A second request with the same key gets the same note. */
      idempotency_key: z.uuid().optional(),
      /** That of the item when the times were chosen; 409 if the video was trimmed since. */
      trim_from_s: z.number().min(0).optional(),
    },
    data: filmNote,
    writes: "film_notes",
  }),
  update: defineRoute({
    name: "filmNotes.update",
    summary: "Change the caller's own note on a video",
    method: "PUT",
    path: "/film-notes/:id",
    access: "owner",
    params: { id: filmNoteId },
    body: {
      ...noteFields,
      /** `updated_at` of the note that was edited; 409 if it was saved since. */
      saved_at: z.iso.datetime().optional(),
      /** As for a new one. */
      trim_from_s: z.number().min(0).optional(),
    },
    data: filmNote,
    writes: "film_notes",
  }),
  remove: defineRoute({
    name: "filmNotes.remove",
    summary: "Delete the caller's own note; the owner of the video removes a note that was shared with them",
    method: "DELETE",
    path: "/film-notes/:id",
    access: "owner",
    params: { id: filmNoteId },
    data: nothing,
  }),
};

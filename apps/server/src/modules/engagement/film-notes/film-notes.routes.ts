import { filmNoteRoutes } from "@app/contract/film-notes";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { addNote, changeNote, listNotes, removeNote } from "./film-notes.service.ts";

export function serveFilmNotes(app: FastifyInstance, deps: Deps): void {
  serve(app, filmNoteRoutes.list, ({ viewer, params, query }) =>
    listNotes(deps, requireMember(viewer), params.id, query),
  );
  serve(
    app,
    filmNoteRoutes.add,
    async ({ viewer, params, body }) =>
      new Reply("Your note was saved.", await addNote(deps, requireMember(viewer), params.id, body)),
  );
  serve(
    app,
    filmNoteRoutes.update,
    async ({ viewer, params, body }) =>
      new Reply("Your note was saved.", await changeNote(deps, requireMember(viewer), params.id, body)),
  );
  serve(app, filmNoteRoutes.remove, async ({ viewer, params }) => {
    const isDeleted = await removeNote(deps, requireMember(viewer), params.id);
    return new Reply(isDeleted ? "The note was deleted." : "The note was removed from your list.", null);
  });
}

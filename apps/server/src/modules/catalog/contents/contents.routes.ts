import { contentRoutes } from "@app/contract/contents";
import { THUMBNAIL_PART } from "@app/contract/thumbnails";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { readFilePart } from "#platform/http/form-parts.ts";
import { readerOf, readFromReplica, readLiveFromReplica } from "#platform/http/replica-reads.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import {
  listOwnContents,
  listPublicContents,
  listRelated,
  showContent,
  showEditableContent,
} from "./contents.service.ts";
import { changeContent, removeContent, undeleteContent } from "./contents-edit.service.ts";
import { addPicture, showPicture } from "./pictures.service.ts";

export function serveContents(app: FastifyInstance, deps: Deps): void {
  serve(app, contentRoutes.sendPicture, async ({ viewer, request }) =>
    addPicture(deps, requireMember(viewer), await readFilePart(request, THUMBNAIL_PART)),
  );
  serve(app, contentRoutes.sentPicture, ({ viewer, params }) => showPicture(deps, requireMember(viewer), params.id));
  serve(app, contentRoutes.one, ({ viewer, params, request }) =>
    readLiveFromReplica(deps, readerOf(request), (reads) => showContent(reads, viewer, params.id)),
  );
  serve(app, contentRoutes.edit, ({ viewer, params }) => showEditableContent(deps, viewer, params.id));
  serve(app, contentRoutes.mine, ({ viewer, params, query }) =>
    listOwnContents(deps, requireMember(viewer), params.contentType, query),
  );
  serve(
    app,
    contentRoutes.ofChannel,
    ({ viewer, params, query, request }) =>
      readLiveFromReplica(deps, readerOf(request), (reads) =>
        listPublicContents(reads, viewer, params.contentType, query),
      ),
    { coalesce: "visitors" },
  );
  serve(app, contentRoutes.related, ({ viewer, params, request }) =>
    readFromReplica(deps, readerOf(request), (reads) => listRelated(reads, viewer, params.id)),
  );
  serve(
    app,
    contentRoutes.update,
    async ({ viewer, params, body }) =>
      new Reply("Your changes were saved.", await changeContent(deps, viewer, params.id, body)),
  );
  serve(app, contentRoutes.remove, async ({ viewer, params, body }) => {
    await removeContent(deps, viewer, params.id, body.id);
    return new Reply("The content was deleted.", null);
  });
  serve(
    app,
    contentRoutes.undelete,
    async ({ viewer, params }) =>
      new Reply("The content was restored.", await undeleteContent(deps, requireMember(viewer), params.id)),
  );
}

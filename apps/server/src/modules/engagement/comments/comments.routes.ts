import { COMMENT_MESSAGES } from "@app/contract/comment-limits";
import { COMMENT_RULES_MESSAGES, commentRuleRoutes } from "@app/contract/comment-rules";
import { commentRoutes } from "@app/contract/comments";
import type { FastifyInstance } from "fastify";
import { type ContentReader, createContentReader } from "#modules/catalog/index.ts";
import type { Deps } from "#platform/deps.ts";
import { createFlushTimer } from "#platform/flush-timer.ts";
import { readerOf, readLiveFromReplica } from "#platform/http/replica-reads.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember, requireStaff } from "#platform/viewer.ts";
import { addComment, createCommentWriter } from "./add-comments.service.ts";
import { flushCommentCounts, reactToComment } from "./comment-counts.service.ts";
import {
  chooseItemSettings,
  chooseSettings,
  createHeldChanges,
  decideHeld,
  forceApproval,
  hideAuthor,
  listHeld,
  listHiddenPeople,
  showHiddenPerson,
  showItemSettings,
  showSettings,
} from "./comment-rules.service.ts";
import { listComments, listOwnComments, listReplies, suggestPeople } from "./comments.service.ts";
import { chooseStaffWords, listStaffWords } from "./staff-words.service.ts";
import { editComment, markComment, removeComment } from "./write-comments.service.ts";

/** Short enough for a bell that rings within a second. */
const FLUSH_INTERVAL_MS = 300;

export function serveComments(app: FastifyInstance, allDeps: Deps): void {
  const counter = createFlushTimer(allDeps, {
    name: "comments",
    flush: () => flushCommentCounts(allDeps),
    intervalMs: FLUSH_INTERVAL_MS,
  });
  const held = createHeldChanges(allDeps);
  app.addHook("onClose", async () => {
    await counter.close();
    await held.close();
  });
  const { sql, pool, config, events } = allDeps;
  const writer = createCommentWriter(allDeps);
  const deps = { sql, pool, config, events, counter, held, writer, readItem: writer.readItem };
  /** One batch loader for each server that is read from, so that concurrent requests share statements. */
  const readers = new WeakMap<Deps["pool"], ContentReader>([[pool, writer.readItem]]);
  const readerAt = (reads: Pick<Deps, "sql" | "pool">) => {
    const reader = readers.get(reads.pool) ?? createContentReader(reads);
    readers.set(reads.pool, reader);
    return reader;
  };

  serve(app, commentRoutes.list, ({ viewer, params, query, request }) =>
    readLiveFromReplica(allDeps, readerOf(request), (reads) =>
      listComments({ ...reads, readItem: readerAt(reads) }, requireMember(viewer), params.id, query),
    ),
  );
  serve(app, commentRoutes.replies, ({ viewer, params, query, request }) =>
    readLiveFromReplica(allDeps, readerOf(request), (reads) =>
      listReplies(reads, requireMember(viewer), params.id, query),
    ),
  );
  serve(app, commentRoutes.people, ({ viewer, params, query }) =>
    suggestPeople(deps, requireMember(viewer), params.id, query.search),
  );
  serve(app, commentRoutes.mine, ({ viewer, query }) => listOwnComments(deps, requireMember(viewer), query.before));
  serve(app, commentRoutes.add, async ({ viewer, params, body }) => {
    const added = await addComment(deps, requireMember(viewer), params.id, body);
    return new Reply(added.is_held ? COMMENT_MESSAGES.held : COMMENT_MESSAGES.added, added);
  });
  serve(app, commentRoutes.edit, async ({ viewer, params, body }) => {
    const edited = await editComment(deps, requireMember(viewer), params.id, body.text);
    return new Reply(edited.is_held ? COMMENT_MESSAGES.held : COMMENT_MESSAGES.edited, edited);
  });
  serve(app, commentRoutes.remove, async ({ viewer, params }) => {
    await removeComment(deps, requireMember(viewer), params.id);
    return new Reply(COMMENT_MESSAGES.removed, null);
  });
  serve(app, commentRoutes.react, ({ viewer, params, body }) =>
    reactToComment(deps, requireMember(viewer), params.id, body.liked),
  );
  serve(app, commentRoutes.mark, ({ viewer, params, body }) =>
    markComment(deps, requireMember(viewer), params.id, body),
  );

  serve(app, commentRuleRoutes.settings, ({ viewer }) => showSettings(deps, requireMember(viewer)));
  // The reply names only the default.
  serve(app, commentRuleRoutes.default, ({ viewer }) => showSettings(deps, requireMember(viewer)));
  serve(
    app,
    commentRuleRoutes.choose,
    async ({ viewer, body }) =>
      new Reply(COMMENT_RULES_MESSAGES.saved, await chooseSettings(deps, requireMember(viewer), body)),
  );
  serve(app, commentRuleRoutes.itemSettings, ({ viewer, params }) =>
    showItemSettings(deps, requireMember(viewer), params.id),
  );
  serve(
    app,
    commentRuleRoutes.chooseForItem,
    async ({ viewer, params, body }) =>
      new Reply(COMMENT_RULES_MESSAGES.saved, await chooseItemSettings(deps, requireMember(viewer), params.id, body)),
  );
  serve(app, commentRuleRoutes.force, async ({ viewer, params, body }) => {
    await forceApproval(deps, requireStaff(viewer, "staff"), params.id, body.forced);
    return null;
  });
  serve(app, commentRuleRoutes.staffWords, () => listStaffWords(deps));
  serve(app, commentRuleRoutes.chooseStaffWords, ({ viewer, body }) =>
    chooseStaffWords(deps, requireStaff(viewer, "staff"), body),
  );
  serve(app, commentRuleRoutes.held, ({ viewer, query }) => listHeld(deps, requireMember(viewer), query.after));
  serve(app, commentRuleRoutes.decide, async ({ viewer, params, body }) => {
    await decideHeld(deps, requireMember(viewer), params.id, body);
    return new Reply(COMMENT_RULES_MESSAGES[body.decision === "approve" ? "approved" : "removed"], null);
  });
  serve(app, commentRuleRoutes.hidePerson, async ({ viewer, params }) => {
    await hideAuthor(deps, requireMember(viewer), params.id);
    return new Reply(COMMENT_RULES_MESSAGES.hidden, null);
  });
  serve(app, commentRuleRoutes.hiddenPeople, ({ viewer }) => listHiddenPeople(deps, requireMember(viewer)));
  serve(app, commentRuleRoutes.showPerson, async ({ viewer, params }) => {
    await showHiddenPerson(deps, requireMember(viewer), params.id);
    return new Reply(COMMENT_RULES_MESSAGES.shown, null);
  });
}

import type { Domain } from "#platform/domain.ts";
import { onEvent } from "#platform/events/subscriptions.ts";
import { serveAnalytics } from "./analytics/analytics.routes.ts";
import { deleteRetention } from "./analytics/analytics.sql.ts";
import { purgeBeatViewersJob } from "./analytics/beats.service.ts";
import { eraseComments, purgeCommentsJob, recountCommentsJob } from "./comments/comment-counts.service.ts";
import { serveComments } from "./comments/comments.routes.ts";
import { exportParts, notExported } from "./export-parts.sql.ts";
import { serveFilmNotes } from "./film-notes/film-notes.routes.ts";
import { onContentRetimed } from "./film-notes/film-notes.service.ts";
import { deleteNotesOf } from "./film-notes/film-notes.sql.ts";
import { serveLibrary } from "./library/library.routes.ts";
import { deleteHistory, shiftPositions } from "./library/library.sql.ts";
import { serveReactions } from "./reactions/reactions.routes.ts";
import { eraseReactionsOf, recountLikesJob } from "./reactions/reactions.service.ts";
import { serveViews } from "./views/views.routes.ts";
import { onFollowCreated, onFollowDeleted, purgeViewsJob, recountViewsJob } from "./views/views.service.ts";
import { deleteViewsOf } from "./views/views.sql.ts";

export const engagement: Domain = {
  name: "engagement",
  routes: [serveFilmNotes, serveViews, serveReactions, serveComments, serveLibrary, serveAnalytics],
  jobs: [recountViewsJob, purgeViewsJob, recountLikesJob, recountCommentsJob, purgeCommentsJob, purgeBeatViewersJob],
  tables: {
    "film-notes": ["film_notes"],
    analytics: ["beat_viewers", "content_daily_stats", "content_retention"],
    comments: [
      "comment_hidden_people",
      "comment_item_settings",
      "comment_likes",
      "comment_mentions",
      "comment_settings",
      "comment_totals",
      "comment_words",
      "commenters",
      "comments",
      "comments_to_count",
    ],
    library: ["watch_history"],
    reactions: ["content_likes", "content_saves"],
    views: ["views", "content_hourly_stats", "content_daily_sources"],
  },
  subscriptions: [
    onEvent("follow.created", onFollowCreated),
    onEvent("follow.deleted", onFollowDeleted),
    onEvent("content.retimed", onContentRetimed),
    onEvent("content.retimed", (_deps, tx, { content_id }) => deleteRetention(tx, content_id)),
    onEvent("content.retimed", (_deps, tx, { content_id, shift_ms }) => shiftPositions(tx, content_id, shift_ms)),
  ],
  personalData: {
    async eraseRows(_deps, tx, accountId) {
      await deleteNotesOf(tx, accountId);
      await eraseReactionsOf(tx, accountId);
      await eraseComments(tx, accountId);
      await deleteViewsOf(tx, accountId);
      await deleteHistory(tx, accountId, null);
    },
    exportParts,
    notExported,
  },
};

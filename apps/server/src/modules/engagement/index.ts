/** The front door: what other domains may import. */
export { addPastVisits } from "./analytics/beats.service.ts";
export { addPastComments, flushCommentCounts, type PastComment } from "./comments/comment-counts.service.ts";
export { requireVisibleComment } from "./comments/comments.service.ts";
export {
  deleteCommentByStaff,
  hideCommentByStaff,
  restoreCommentByStaff,
} from "./comments/write-comments.service.ts";
export { markDeleted as deleteComment, showByStaff as restoreComment } from "./comments/write-comments.sql.ts";
export { insertPastLikes as addPastLikes } from "./reactions/reactions.sql.ts";
export { addPastViews, addToHourlyStats } from "./views/views.service.ts";

/** The front door: what other domains may import. */
export { addPastComments, type PastComment } from "./comments/comment-counts.service.ts";
export { requireVisibleComment } from "./comments/comments.service.ts";
export { addPastViews } from "./views/views.service.ts";

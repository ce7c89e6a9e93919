/** What other domains may use of this one. */
export { addPastViews } from "./views/past-views.service.ts";

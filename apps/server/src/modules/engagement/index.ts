/** The front door: what other domains may import. */
export { addPastViews } from "./views/flush-view-counts.service.ts";

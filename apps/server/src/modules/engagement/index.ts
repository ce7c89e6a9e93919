/** The front door: what other domains may import. */
export { addPastViews } from "./views/views.service.ts";

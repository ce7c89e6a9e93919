/** What other domains may use of this one. */
export { setAnnouncement, showAnnouncement } from "./announcements/announcements.service.ts";

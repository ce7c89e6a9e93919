/** Only the seed of the demo world uses this: no domain is above this one. */

export { setAnnouncement, showAnnouncement } from "./announcements/announcements.service.ts";
export { listStaffComments } from "./comments/comments.service.ts";
export { decide as decideCase, listCases } from "./reports/queue.service.ts";
export { appealOwn, reportChannel, reportComment, reportContent } from "./reports/reports.service.ts";
export { addSlot, listSlots, setSlotPicture, turnSlot } from "./slots/slots.service.ts";

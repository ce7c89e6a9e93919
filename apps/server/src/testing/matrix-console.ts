import { ANY_ID, anyName, type MatrixLine, OPEN, STAFF, STAFF_OF } from "./matrix-words.ts";

const reason = "It has to be so";

const announcement = () => ({
  title: "Kick-off",
  description: "",
  youtube_link: null,
  starts_at: "2026-09-01T08:00:00Z",
  ends_at: null,
});

const slot = () => ({
  place: "watch",
  sponsor: "Shoe shop",
  alt: "Shoes",
  link: "https://shoes.example/",
  starts_at: "2026-09-01T08:00:00Z",
  ends_at: null,
});

/** The staff console. */
export const CONSOLE_LINES: Record<string, MatrixLine> = {
  "console.desk": { of: null, ...STAFF },
  "reportQueue.list": { of: null, ...STAFF },
  // No id here is a case's.
  "reportQueue.decide": {
    of: "channel",
    ...STAFF_OF,
    staff: "404 404 404 404",
    body: () => ({ decision: "keep", reason: "" }),
  },
  "reportQueue.decideAppeal": {
    of: "channel",
    ...STAFF_OF,
    staff: "404 404 404 404",
    body: () => ({ decision: "uphold", reason: "Looked again" }),
  },
  "audit.list": { of: null, ...STAFF },
  "today.show": { of: null, ...STAFF },
  "people.list": { of: null, ...STAFF },
  "people.one": { of: "account", ...STAFF_OF, staff: "200 200 200 404" },
  // Nobody suspends themselves.
  "people.suspend": { of: "account", ...STAFF_OF, staff: "409 200 200 404", body: () => ({ reason, days: 7 }) },
  "people.restore": { of: "account", ...STAFF_OF, staff: "200 200 200 404", body: () => ({ reason }) },
  // Staff have removed nobody's channel.
  "people.showChannel": { of: "account", ...STAFF_OF, staff: "409 409 409 404", body: () => ({ reason }) },
  "people.signOut": { of: "account", ...STAFF_OF, staff: "409 200 200 404", body: () => ({ reason }) },
  // Everybody here is verified.
  "people.mail": { of: "account", ...STAFF_OF, staff: "409 409 409 404", body: () => ({ mail: "verify" }) },
  // Requires a confirmed password.
  "people.changeRole": { of: "account", ...STAFF_OF, staff: "403 403 403 403", body: () => ({ role: null, reason }) },
  "staffContents.list": { of: null, ...STAFF },
  "staffContents.hide": { of: "content", ...STAFF_OF, staff: "200 200 200 404", body: () => ({ reason }) },
  "staffContents.restore": { of: "content", ...STAFF_OF, staff: "200 200 200 404", body: () => ({ reason }) },
  // Nothing here has an original.
  "staffContents.reprocess": { of: "content", ...STAFF_OF, staff: "409 409 409 404", body: () => ({ reason }) },
  "staffComments.hide": { of: "comment", ...STAFF_OF, staff: "200 200 200 404", body: () => ({ reason }) },
  "staffComments.remove": { of: "comment", ...STAFF_OF, staff: "200 200 200 404", body: () => ({ reason }) },
  // Staff have hidden or deleted none of them.
  "staffComments.restore": { of: "comment", ...STAFF_OF, staff: "409 409 409 404", body: () => ({ reason }) },
  "staffJobs.list": { of: null, ...STAFF },
  "staffJobs.retry": { of: "job", ...STAFF_OF, staff: "200 200 200 404" },
  "picks.banner": { of: null, ...STAFF },
  "picks.pin": { of: "content", ...STAFF_OF, staff: "200 200 409 404", body: () => ({ pinned: true }) },
  // Something else is pinned.
  "picks.order": { of: null, ...STAFF, staff: "409", body: () => ({ ids: [ANY_ID] }) },
  "picks.athletes": { of: null, ...STAFF },
  "picks.pickAthlete": {
    of: null,
    ...STAFF,
    staff: "422",
    body: () => ({ username: "nobody.at.all", pick: "pinned", reason }),
  },
  "staffAnnouncements.list": { of: null, ...STAFF },
  "staffAnnouncements.add": { of: null, ...STAFF, body: announcement },
  "staffAnnouncements.change": {
    of: "announcement",
    ...STAFF_OF,
    staff: "200 200 200 404",
    body: announcement,
  },
  "staffAnnouncements.turn": {
    of: "announcement",
    ...STAFF_OF,
    staff: "200 200 200 404",
    body: () => ({ is_on: true }),
  },
  "staffAnnouncements.sendVideo": { of: "announcement", ...STAFF_OF, staff: "200 200 200 404" },
  "staffAnnouncements.removeVideo": { of: "announcement", ...STAFF_OF, staff: "200 200 200 404" },
  "staffAnnouncements.sendPoster": { of: "announcement", ...STAFF_OF, staff: "200 200 200 404" },
  "platformSettings.show": { of: null, ...STAFF },
  "platformSettings.changeReferralTrigger": {
    of: null,
    ...STAFF,
    body: () => ({ referral_trigger: "verified", reason }),
  },
  "slots.shown": { of: null, ...OPEN },
  "slots.open": {
    of: "slot",
    visitor: "- 200 200 404",
    general: "200 200 200 404",
    earner: "200 200 200 404",
    staff: "200 200 200 404",
    removed: "401 401 401 401",
  },
  "slots.list": { of: null, ...STAFF },
  "slots.add": { of: null, ...STAFF, body: slot },
  "slots.change": {
    of: "slot",
    ...STAFF_OF,
    staff: "200 200 200 404",
    body: slot,
  },
  "slots.turn": {
    of: "slot",
    ...STAFF_OF,
    staff: "200 200 200 404",
    body: () => ({ is_active: true }),
  },
  // Other slots are there.
  "slots.order": { of: null, ...STAFF, staff: "409", body: () => ({ place: "watch", ids: [ANY_ID] }) },
  "slots.sendPicture": { of: "slot", ...STAFF_OF, staff: "200 200 200 404" },
  "slots.remove": { of: "slot", ...STAFF_OF, staff: "200 200 200 404" },
  "staffComments.list": { of: null, ...STAFF },
  "planPrices.list": { of: null, ...STAFF },
  "planPrices.change": { of: null, ...STAFF, body: () => ({ price_cents: 999, reason }) },
  "staffCategories.list": { of: null, ...STAFF },
  "staffCategories.add": { of: null, ...STAFF, body: () => ({ name: anyName() }) },
  "staffCategories.change": {
    of: "category",
    ...STAFF_OF,
    staff: "200 200 200 404",
    body: () => ({ name: "Rowing", is_listed: true }),
  },
  "staffCategories.order": { of: null, ...STAFF, staff: "409", body: () => ({ ids: [] }) },
  "staffCategories.picture": { of: "category", ...STAFF_OF, staff: "200 200 200 404" },
  // Nothing is merged into the category of colleges.
  "staffCategories.merge": {
    of: "category",
    ...STAFF_OF,
    staff: "422 422 422 404",
    body: () => ({ into: 88, reason }),
  },
};

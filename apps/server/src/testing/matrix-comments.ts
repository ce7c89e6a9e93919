import { EARNERS, LINK, type MatrixLine, MEMBERS, NOBODY, STAFF, STAFF_OF, USELESS_LINK } from "./matrix-words.ts";

/** Members see public items; an owner also their own, staff also private ones. */
const SEEN_ITEM = {
  of: "content",
  ...NOBODY,
  general: "- 200 404 404",
  earner: "200 200 404 404",
  staff: "- 200 200 404",
} as const;

const SEEN_COMMENT = {
  of: "comment",
  ...NOBODY,
  general: "200 200 404 404",
  earner: "200 200 404 404",
  staff: "200 200 200 404",
} as const;

const OWN_COMMENT = { ...SEEN_COMMENT, general: "200 404 404 404", earner: "200 404 404 404" } as const;

const settings = {
  opens_comments: true,
  holds_links: true,
  holds_first: false,
  holds_everything: false,
  slow_mode_s: 0,
  words: ["spam"],
};

const reported = () => ({ reason: "spam" });

/** Comments, notifications and reports. */
export const COMMENT_LINES: Record<string, MatrixLine> = {
  "notifications.list": { of: null, ...MEMBERS },
  "notifications.markAll": { of: null, ...MEMBERS },
  "notifications.mark": {
    of: "notification",
    body: () => ({ status: 1 }),
    ...NOBODY,
    general: "200 404 404 404",
    earner: "200 404 404 404",
    staff: "200 404 404 404",
  },
  // Nobody can report their own things.
  "reports.content": { ...SEEN_ITEM, earner: "422 200 404 404", staff: "- 200 200 404", body: reported },
  "reports.comment": {
    ...SEEN_COMMENT,
    general: "422 200 404 404",
    earner: "422 200 404 404",
    staff: "422 200 200 404",
    body: reported,
  },
  "reports.channel": {
    of: "channel",
    ...NOBODY,
    general: "422 200 410 404",
    earner: "422 200 410 404",
    staff: "422 200 200 404",
    body: reported,
  },
  "reports.mine": { of: null, ...MEMBERS },
  "reports.decisions": { of: null, ...MEMBERS },
  // No id here is a decision's.
  "reports.appeal": {
    of: "channel",
    ...NOBODY,
    general: "404 404 404 404",
    earner: "404 404 404 404",
    staff: "404 404 404 404",
    body: () => ({ text: "Look again" }),
  },
  "suspensionAppeals.show": { of: null, ...USELESS_LINK, body: () => ({ token: LINK }) },
  "suspensionAppeals.send": { of: null, ...USELESS_LINK, body: () => ({ token: LINK, text: "Look again" }) },
  "comments.list": SEEN_ITEM,
  "comments.people": SEEN_ITEM,
  "comments.add": { ...SEEN_ITEM, body: () => ({ text: "Go!" }) },
  "comments.replies": SEEN_COMMENT,
  "comments.react": { ...SEEN_COMMENT, body: () => ({ liked: true }) },
  // Staff delete a comment, but never write in somebody's name.
  "comments.edit": { ...OWN_COMMENT, body: () => ({ text: "Changed" }), staff: "200 404 404 404" },
  "comments.remove": OWN_COMMENT,
  "comments.mark": { ...OWN_COMMENT, body: () => ({ hearted: true }), staff: "200 404 404 404" },
  "comments.mine": { of: null, ...MEMBERS },
  "commentRules.settings": { of: null, ...MEMBERS },
  "commentRules.choose": { of: null, ...MEMBERS, body: () => settings },
  "commentRules.default": { of: null, ...EARNERS },
  "commentRules.itemSettings": { ...SEEN_ITEM, general: "- 404 404 404", earner: "200 404 404 404" },
  "commentRules.chooseForItem": {
    ...SEEN_ITEM,
    general: "- 404 404 404",
    earner: "200 404 404 404",
    body: () => ({ holds_links: true, holds_first: true, holds_everything: true, slow_mode_s: null, words: ["spam"] }),
  },
  "commentRules.force": {
    of: "channel",
    body: () => ({ forced: true }),
    ...STAFF_OF,
    staff: "200 200 200 404",
  },
  "commentRules.staffWords": { of: null, ...STAFF },
  "commentRules.chooseStaffWords": { of: null, ...STAFF, body: () => ({ words: [] }) },
  "commentRules.held": { of: null, ...MEMBERS },
  "commentRules.decide": { ...OWN_COMMENT, body: () => ({ decision: "approve" }) },
  // Nobody hides themselves.
  "commentRules.hidePerson": {
    ...SEEN_COMMENT,
    general: "404 404 404 404",
    earner: "404 404 404 404",
    staff: "404 404 404 404",
  },
  "commentRules.hiddenPeople": { of: null, ...MEMBERS },
  // Nobody here is hidden.
  "commentRules.showPerson": {
    of: "channel",
    ...NOBODY,
    general: "404 404 404 404",
    earner: "404 404 404 404",
    staff: "404 404 404 404",
  },
};

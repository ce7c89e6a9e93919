import type { ReportReason } from "@app/contract/reports";
import type { SlotPlace } from "@app/contract/slots";

type Account = { username: string; fullName: string };

/**
 * The author of the audit log's entries. Has no role any more, so nobody can sign in as staff with the demo password.
 */
export const FORMER_STAFF: Account = { username: "sam.rivera", fullName: "Sam Rivera" };

/** Suspended. */
export const SPAMMER: Account = { username: "jersey.deals", fullName: "Jersey Deals" };

/** `on` is a place in `VIDEOS`. */
export const SPAM: readonly { on: number; text: string; isHeld?: true }[] = [
  { on: 0, text: "CHEAP JERSEYS, all teams, write to me before they are gone" },
  { on: 1, text: "Which school do you go to, and when do you train alone?" },
  { on: 2, text: "You run like my grandmother. Give up already." },
  { on: 3, text: "Half price this week only: https://jerseys.example/now", isHeld: true },
];

export type DemoReport = { by: string; reason: ReportReason; text: string } & (
  | { on: "comment"; startsWith: string }
  | { on: "video"; index: number }
  | { on: "channel"; username: string }
);

/** In the order in which they came. */
export const REPORTS: readonly DemoReport[] = [
  { by: "imogen_tate", on: "comment", startsWith: "CHEAP", reason: "spam", text: "The same under every video." },
  { by: "theo.quist", on: "comment", startsWith: "CHEAP", reason: "spam", text: "" },
  { by: "coach_dellis", on: "comment", startsWith: "You run", reason: "harassment", text: "Aimed at a high-schooler." },
  { by: "bruno.falk", on: "video", index: 2, reason: "copyright", text: "The music is from the halftime show." },
  { by: "mina.sorel", on: "video", index: 1, reason: "other", text: "The title promises a full match." },
  { by: "yara.haddam", on: "channel", username: "eastfield.fc", reason: "impersonation", text: "" },
  {
    by: "ada_lumley",
    on: "comment",
    startsWith: "Which school",
    reason: "minor_safety",
    text: "The athlete is sixteen.",
  },
];

/** The video whose owner was warned, and appealed. */
export const WARNED = { index: 1, reason: "The title is misleading" } as const;
export const APPEAL =
  "The title says what the video is: the first half and the second half are linked in the description. Please look again.";

export const SUSPENSION = { startsWith: "CHEAP", reason: "Advertising in comments", days: 30 } as const;

/** The team: invited people join with their role; the last one has not answered. */
export const TEAM = {
  owner: "northgate.hornets",
  members: [
    { username: "coach_dellis", role: "manager" },
    { username: "mina.sorel", role: "uploader" },
  ],
  invited: { email: "line.coach@northgate.fieldhouse.test", role: "uploader" },
} as const;

export const BLOCKER = "imogen_tate";

export const PINNED = { index: 0 } as const;
export const PICKED = {
  username: "tessa.okoro",
  pick: "pinned",
  reason: "Ran a personal best at the regionals",
} as const;

export type DemoSlot = {
  place: SlotPlace;
  /** Null: our own. */
  sponsor: string | null;
  alt: string;
  link: string;
  lines: readonly [string, string];
  colors: readonly [string, string];
};

export const SLOTS: readonly DemoSlot[] = [
  {
    place: "explore",
    sponsor: null,
    alt: "Become an earner: post your film, and earn $10.00 for every referral",
    link: "/normal-user",
    lines: ["POST YOUR FILM", "Earn $10.00 for every referral"],
    colors: ["#16301f", "#d4ff3a"],
  },
  {
    place: "watch",
    sponsor: "Quarry Street Shoes",
    alt: "Quarry Street Shoes: spikes for every surface",
    link: "https://quarry-street.example/spikes",
    lines: ["SPIKES FOR EVERY SURFACE", "Quarry Street Shoes, since 1974"],
    colors: ["#2a1710", "#ff6b3d"],
  },
];

import type { AccountId, ChannelId } from "@app/contract/ids";
import { describe, expect, test } from "vitest";
import type { Membership } from "#platform/viewer.ts";
import { member } from "#testing/viewers.ts";
import { holdingReason, rightsTo, slowModeWaitS } from "./comments.policy.ts";

const CHANNEL = "a channel" as ChannelId;
const MANAGER: Membership = {
  channelId: CHANNEL,
  ownerId: "owner" as AccountId,
  role: "manager",
  plan: "Team",
  isLapsed: false,
};
const OPEN = { words: [] as string[], links: false, first: false, everything: false };

describe("a comment is held", () => {
  test.each([
    ["for a listed word, whatever its case and accents", "What a LÓSER!", false, { words: ["loser"] }, "word"],
    ["for a listed phrase over a line break", "go\nhome now", false, { words: ["Go  Home"] }, "word"],
    ["for a word with signs in it", "You c++ fan", false, { words: ["c++"] }, "word"],
    ["not for a part of a word", "closer", false, { words: ["loser"] }, null],
    ["not for the beginning of one", "losers", false, { words: ["loser"] }, null],
    ["not for an empty word", "anything", false, { words: ["", " "] }, null],
    ["for an address", "see https://spam.test/x", false, { links: true }, "link"],
    ["for an address without its scheme", "see www.spam.test", false, { links: true }, "link"],
    ["for a domain", "visit Spam-Site.com now", false, { links: true }, "link"],
    ["not for a name that looks like a domain", "well done @maya.co", false, { links: true }, null],
    ["not for a time or a decimal", "1:23 and 9.58 s", false, { links: true }, null],
    ["not for an address where links may stand", "https://team.test", false, {}, null],
    ["for its author's first comment", "Hello", true, { first: true }, "first"],
    ["not for the second", "Hello", false, { first: true }, null],
    ["where everything is", "Hello", false, { everything: true, words: ["hello"] }, "everything"],
    ["never where nothing is", "loser.com", true, {}, null],
  ] as const)("%s", (_, text, isFirst, rules, reason) => {
    expect(holdingReason(text, isFirst, { ...OPEN, ...rules })).toBe(reason);
  });
});

test.each([
  [null, 60, 0],
  [0, 60, 60],
  [59_001, 60, 1],
  [59_999, 60, 1],
  [60_000, 60, 0],
  [1_000, 0, 0],
])("after %s ms, slow mode of %s s makes a person wait %s s", (agoMs, slowModeS, waitS) => {
  const now = new Date("2026-05-01T12:00:00Z");
  const lastAt = agoMs === null ? null : new Date(now.getTime() - agoMs);
  expect(slowModeWaitS(lastAt, slowModeS, now)).toBe(waitS);
});

describe("what a person may do", () => {
  const someone = (accountId: string, isStaff = false) =>
    member({ accountId: accountId as AccountId, isStaff, memberships: accountId === "manager" ? [MANAGER] : [] });
  type CommentState = Parameters<typeof rightsTo>[0];
  const of = (status: string, parent_id: string | null = null): CommentState => ({
    author_id: "author",
    author_moderates: false,
    parent_id,
    status,
  });
  const allowed = (comment: CommentState, viewer: ReturnType<typeof member>) =>
    Object.entries(rightsTo(comment, viewer, { owner_id: "owner", channel_id: CHANNEL }))
      .filter(([, may]) => may)
      .map(([right]) => right);

  test.each([
    ["author", false, of("visible"), ["reply", "edit", "remove"]],
    ["author", false, of("held"), ["edit", "remove"]],
    ["author", false, of("hidden"), ["reply", "edit", "remove"]],
    ["fan", false, of("hidden"), []],
    ["author", false, of("deleted"), []],
    ["owner", false, of("visible"), ["reply", "remove", "heart", "pin", "hide_author"]],
    ["owner", false, of("visible", "parent"), ["reply", "remove", "heart", "hide_author"]],
    ["owner", false, of("held"), ["remove", "hide_author"]],
    ["owner", false, of("deleted"), []],
    ["owner", false, { ...of("visible"), author_moderates: true }, ["reply", "remove", "heart", "pin"]],
    ["manager", false, of("visible"), ["reply", "remove", "heart", "pin", "hide_author"]],
    ["manager", false, { ...of("visible"), author_id: "owner" }, ["reply", "remove", "heart", "pin"]],
    ["fan", false, of("visible"), ["reply"]],
    ["staff", true, of("visible"), ["reply", "remove"]],
    ["owner", false, { ...of("visible"), author_id: "owner" }, ["reply", "edit", "remove", "heart", "pin"]],
    ["owner", false, { ...of("visible"), author_id: null }, ["reply", "remove", "heart", "pin"]],
  ] as const)("%s (staff: %s) with %o: %o", (who, isStaff, comment, rights) => {
    expect(allowed(comment, someone(who, isStaff))).toEqual(rights);
  });
});

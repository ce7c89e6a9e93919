import { describe, expect, test } from "vitest";
import {
  explainStage,
  findIneligibility,
  isDisposableEmail,
  isPersonsVisit,
  newReferralCode,
  toReferralCode,
} from "./referrals.policy.ts";

const ACTIVE = {
  has_plan: true,
  is_deactivated: false,
  is_leaving: false,
  is_hidden: false,
  is_link_active: true,
  is_link_withdrawn: false,
};

test("an earner with a plan, a visible channel and an active link earns", () => {
  for (const moment of ["joined", "verified", "first_payment"] as const)
    expect(findIneligibility(ACTIVE, moment)).toBeNull();
});

describe("nothing is earned, and the cause is named before its effects", () => {
  const WITHOUT_PLAN = { ...ACTIVE, has_plan: false };
  const HIDDEN = { ...WITHOUT_PLAN, is_hidden: true };
  const LINK_OFF = { ...HIDDEN, is_link_active: false };
  const DEACTIVATED = { ...LINK_OFF, is_deactivated: true };
  test.each([
    [WITHOUT_PLAN, "Your plan was not active"],
    [HIDDEN, "Your channel was hidden"],
    [LINK_OFF, "Your referral link was turned off"],
    [DEACTIVATED, "Your earner account was deactivated"],
    [{ ...DEACTIVATED, is_leaving: true }, "Your account was about to be deleted"],
  ])("%j: %s", (earner, reason) => {
    expect(findIneligibility(earner, "joined")).toBe(`${reason} when this person joined.`);
  });
});

test.each([
  ["joined", "when this person joined"],
  ["verified", "when this person verified their email address"],
  ["first_payment", "when this person paid for a plan"],
] as const)("the sentence says which moment it was: %s", (moment, when) => {
  expect(findIneligibility({ ...ACTIVE, is_hidden: true }, moment)).toBe(`Your channel was hidden ${when}.`);
});

test("a withdrawn link refers nobody new, but still earns for people who joined with it", () => {
  const earner = { ...ACTIVE, is_link_withdrawn: true };
  expect(findIneligibility(earner, "joined")).toBe("Your link was deactivated when this person joined.");
  for (const moment of ["verified", "first_payment"] as const) expect(findIneligibility(earner, moment)).toBeNull();
});

test.each([
  [{ is_reviewed: false, is_in_transit: false }, null],
  [{ is_reviewed: true, is_in_transit: true }, "The reward is on its way to you."],
  [{ is_reviewed: true, is_in_transit: false }, "We are taking a closer look at this referral."],
])("a reward that waits is explained: %j", (referral, expected) => {
  expect(explainStage(referral)).toBe(expected);
});

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36";
const NAVIGATION = { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "user-agent": CHROME };

test.each([
  ["a browser that follows a link", {}, true],
  ["a phone of the make Cubot", { "user-agent": "Mozilla/5.0 (Linux; Android 14; CUBOT X70) Chrome/150.0" }, true],
  ["a search engine", { "user-agent": `${CHROME} (compatible; bingbot/2.0)` }, false],
  ["a link preview", { "user-agent": "facebookexternalhit/1.1" }, false],
  ["a browser that loads ahead", { "sec-purpose": "prefetch;prerender" }, false],
  ["a frame in another page", { "sec-fetch-dest": "iframe" }, false],
  ["a script", { "sec-fetch-mode": "cors" }, false],
  ["a program that is no browser", { "sec-fetch-dest": undefined, "sec-fetch-mode": undefined }, false],
])("%s", (_what, headers, expected) => {
  expect(isPersonsVisit({ ...NAVIGATION, ...headers })).toBe(expected);
});

test("a new code has eight characters, without vowels and look-alikes, and is read back", () => {
  const codes = Array.from({ length: 1_000 }, newReferralCode);
  for (const code of codes) {
    expect(code).toMatch(/^[2-9BCDFGHJKMNPQRSTWXYZ]{8}$/);
    expect(toReferralCode(code)).toBe(code);
  }
  expect(new Set(codes.join("")).size).toBe(27);
  expect(new Set(codes).size).toBe(codes.length);
});

test.each([
  ["bcdf-2345", "BCDF2345"],
  [" BCDF 2345 ", "BCDF2345"],
  ["BCDF234", null],
  ["BCDFGHJKMNPQRSTW", "BCDFGHJKMNPQRSTW"],
  ["BCDFGHJKMNPQRSTWX", null],
  ["BCDF2340", null],
  ["BCDF234!", null],
  ["!BCDF2345", null],
  ["BCDF2345!", null],
  ["", null],
])("%j is read as %s", (typed, code) => {
  expect(toReferralCode(typed)).toBe(code);
});

test.each([
  ["leo@mailinator.com", true],
  ["leo@0-mail.com", true],
  ["leo@yopmail.net", true],
  ["leo@Mailinator.COM", true],
  ["leo@inbox.eu.mailinator.com", true],
  ['"leo@home"@mailinator.com', true],
  ["mailinator.com@people.test", false],
  ["leo@notmailinator.com", false],
  ["leo@mailinator.com.people.test", false],
  ["leo@com", false],
  ["leo@", false],
])("%s is a disposable address: %s", (email, expected) => {
  expect(isDisposableEmail(email)).toBe(expected);
});

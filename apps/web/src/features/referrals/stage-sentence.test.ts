import { expect, test } from "vitest";
import { stageSentence, termsSentence } from "./stage-sentence.ts";

const NONE = { reason: null, unlocks_on: null, paid_on: null, trigger: "verified" as const };

test("each stage has a sentence, and dates where there are any", () => {
  const say = (more: object) => stageSentence({ ...NONE, stage: "joined", ...more });
  expect(say({})).toBe("They have not verified their email address yet.");
  expect(say({ stage: "pending", unlocks_on: "2026-12-24" })).toBe(
    "They verified their email address. Available on Dec 24, 2026.",
  );
  expect(say({ stage: "available" })).toBe("Ready for your next payout.");
  expect(say({ stage: "paid" })).toBe("Paid out to you.");
  expect(say({ stage: "paid", paid_on: "2027-01-04" })).toBe("Paid out to you on Jan 4, 2027.");
  expect(say({ stage: "reversed", reason: "This person's plan was refunded." })).toBe(
    "This person's plan was refunded.",
  );
});

test("says what earns the reward today", () => {
  const terms = { reward_cents: 1_250 };
  expect(termsSentence({ ...terms, trigger: "verified" })).toBe(
    "You earn $12.50 for each new person who signs up with one of your links, once they verify their email address.",
  );
  expect(termsSentence({ ...terms, trigger: "first_payment" })).toContain("once they pay for a plan.");
});

test("says what earned the reward of each person, or what they have not done yet, whatever earns it today", () => {
  const say = (stage: "joined" | "pending") => stageSentence({ ...NONE, stage, trigger: "first_payment" });
  expect(say("joined")).toBe("They have not paid for a plan yet.");
  expect(say("pending")).toBe("They paid for a plan.");
});

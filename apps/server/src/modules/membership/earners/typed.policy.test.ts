import { expect, test } from "vitest";
import { forgetSent } from "./typed.policy.ts";

const COLLEGE = { college_name: "Rice", college_logo: null, college_category: 88, college_offer_date: null };
const TYPED = {
  plan: "Individual",
  form: "individual-2",
  texts: { first_name: "Maya", gpa: "4" },
  channel_category: [1],
  offers: [COLLEGE],
  visits: [COLLEGE],
} as const;
const typed = () => structuredClone(TYPED) as unknown as NonNullable<Parameters<typeof forgetSent>[0]>;

test.each([
  ["nothing", {}, {}],
  ["a text", { gpa: "3.9" }, { texts: { first_name: "Maya" } }],
  ["the categories", { channel_category: [2] }, { channel_category: [] }],
  ["the offers", { offers: [] }, { offers: [] }],
  ["the visits", { visits: [] }, { visits: [] }],
])("once %s was sent, only the rest stays as typed", (_, form, change) => {
  expect(forgetSent(typed(), form)).toEqual({ ...typed(), ...change });
});

test("where nothing was typed, nothing is kept", () => {
  expect(forgetSent(null, { gpa: "4" })).toBeNull();
});

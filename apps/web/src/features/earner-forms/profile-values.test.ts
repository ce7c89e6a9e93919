import { expect, test } from "vitest";
import { partSchema } from "./profile-values.ts";

const ADDRESS = { street: "1 Main St", city: "Austin", state: "TX", zipcode: "73301" };
const CARD = { channel_category: [1], ...ADDRESS };

test.each([
  ["Individual", { graduation_year: "2027", gpa: "3.50", ...CARD }],
  ["Organization", { organization_name: "Harbor Aquatics Club", ...CARD }],
] as const)("the facts section of plan %s sends its own fields and nothing else", (plan, shown) => {
  const held = { ...shown, ssn: "", bio: "Keeper", channel_name: "Maya", first_name: "", offers: [{}] };
  expect(partSchema(plan, "facts").parse(held)).toEqual(shown);
});

test("a team's section contains its coach, but no contact person", () => {
  const fields = Object.keys(partSchema("Team", "facts").shape);
  expect(fields).toContain("coach_person_email");
  expect(fields.filter((field) => /contact|ssn|phone$/.test(field))).toEqual(["coach_person_phone"]);
});

test("offers and visits are a section of their own", () => {
  expect(Object.keys(partSchema("Individual", "colleges").shape)).toEqual(["offers", "visits"]);
});

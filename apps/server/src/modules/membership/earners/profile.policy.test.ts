import { PROFILE_MESSAGES } from "@app/contract/profile";
import { describe, expect, test } from "vitest";
import { changeableFields, changesProfile, findForeignFields } from "./profile.policy.ts";

const EVERYBODY = ["channel_name", "bio", "phone"];
const EARNER = [...EVERYBODY, "street", "city", "state", "zipcode", "ssn", "channel_category"];
const CONTACT = ["first_name", "last_name", "email", "phone", "street", "city", "state", "zipcode"];

describe("what may be changed after sign-up", () => {
  test.each([
    ["a General User", null, [...EVERYBODY, "full_name"]],
    [
      "an Individual",
      "Individual",
      [...EARNER, "first_name", "last_name", "graduation_year", "gpa", "offers", "visits"],
    ],
    ["an Organization", "Organization", [...EARNER, "organization_name", ...CONTACT.map((f) => `contact_person_${f}`)]],
    [
      "a Team",
      "Team",
      [
        ...[...EARNER, "team_name", ...CONTACT.map((field) => `contact_person_${field}`)],
        ...CONTACT.map((field) => `coach_person_${field}`),
      ],
    ],
  ] as const)("%s", (_, plan, fields) => {
    expect([...changeableFields(plan)].toSorted()).toEqual(fields.toSorted());
  });
});

test("a field of another plan is refused under its name; what was not given is not", () => {
  expect(findForeignFields("Team", { team_name: "Owls", gpa: "4", first_name: undefined })).toEqual({
    gpa: [PROFILE_MESSAGES.notOfYourPlan],
  });
  expect(findForeignFields(null, { full_name: "Maya Reed", bio: "" })).toEqual({});
});

test.each([
  [{}, false],
  [{ bio: "Hello", phone: null, channel_name: "Maya" }, false],
  [{ gpa: undefined }, false],
  [{ gpa: "4" }, true],
  [{ bio: "Hello", street: "1 Main St" }, true],
])("%j changes an earner's profile: %s", (changes, expected) => {
  expect(changesProfile(changes)).toBe(expected);
});

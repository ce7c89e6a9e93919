import { EARNER_MESSAGES, earnerRoutes } from "@app/contract/earners";
import { PROFILE_MESSAGES } from "@app/contract/profile";
import { describe, expect, test } from "vitest";
import { toBasics, toOrganization, toSport, toTeam } from "#testing/earner-forms.ts";
import {
  changeableFields,
  changesProfile,
  type Draft,
  draftSchema,
  dropSubmitted,
  EMPTY_DRAFT,
  findChangedAccount,
  findPlanFaults,
  isComplete,
  isCompleteFor,
} from "./profile.policy.ts";

const ACCOUNT = { username: "maya", email: "Maya@people.test", gender: "Female", birth: "2004-02-29" };

const UNKNOWN = { ...ACCOUNT, gender: null, birth: null };

describe("a form may repeat what the account already has", () => {
  test.each([
    ["nothing", {}],
    ["everything", { username: "maya", email: "Maya@people.test", gender: "Female", date_of_birth: "2004-02-29" }],
    ["the address in other capitals", { email: "mAYA@PEOPLE.test" }],
    ["a moment of the birthday", { date_of_birth: "2004-02-29T00:00:00Z" }],
  ])("%s", (_, given) => {
    expect(findChangedAccount(ACCOUNT, given)).toEqual({});
  });

  test("and add what the account does not have yet", () => {
    expect(findChangedAccount(UNKNOWN, { gender: "Male", date_of_birth: "1990-01-01" })).toEqual({});
    expect(findChangedAccount({ ...ACCOUNT, birth: "2004-02" }, { date_of_birth: "2004-02-29" })).toEqual({});
  });
});

test.each([
  ["username", { username: "Maya" }, EARNER_MESSAGES.usernameFixed],
  ["email", { email: "leo@people.test" }, EARNER_MESSAGES.notAsSignedUp],
  ["gender", { gender: "Male" }, EARNER_MESSAGES.notAsSignedUp],
  ["date_of_birth", { date_of_birth: "2004-03-01" }, EARNER_MESSAGES.notAsSignedUp],
])("a different %s is refused on its field", (field, given, message) => {
  expect(findChangedAccount(ACCOUNT, given)).toEqual({ [field]: [message] });
});

const COLLEGE = { college_name: "Rice", college_logo: null, college_category: 88, college_offer_date: null };

const TYPED = {
  plan: "Individual",
  form: "individual-2",
  texts: { first_name: "Maya", gpa: "4" },
  channel_category: [1],
  offers: [COLLEGE],
  visits: [COLLEGE],
} as const;

const typed = () => structuredClone(TYPED) as unknown as NonNullable<Parameters<typeof dropSubmitted>[0]>;

test.each([
  ["nothing", {}, {}],
  ["a text", { gpa: "3.9" }, { texts: { first_name: "Maya" } }],
  ["the categories", { channel_category: [2] }, { channel_category: [] }],
  ["the offers", { offers: [] }, { offers: [] }],
  ["the visits", { visits: [] }, { visits: [] }],
])("once %s was submitted, only the rest remains in the form draft", (_, form, change) => {
  expect(dropSubmitted(typed(), form)).toEqual({ ...typed(), ...change });
});

test("without a form draft, nothing remains", () => {
  expect(dropSubmitted(null, { gpa: "4" })).toBeNull();
});

/** The forms as the server has parsed them. */
const FORMS = {
  basics: earnerRoutes.individualBasics.body.parse(toBasics("maya")),
  sport: earnerRoutes.individualSport.body.parse(toSport(1)),
  team: earnerRoutes.team.body.parse(toTeam("owls", 1)),
  organization: earnerRoutes.organization.body.parse(toOrganization("rowing", 1)),
};

const draft = (...forms: (keyof typeof FORMS)[]): Draft =>
  draftSchema.parse({ ...EMPTY_DRAFT, ...Object.fromEntries(forms.map((form) => [form, FORMS[form]])) });

describe("a pending profile is complete for a plan only with all of the plan's forms", () => {
  test.each([
    ["Individual", ["basics", "sport"], true],
    ["Individual", ["basics"], false],
    ["Individual", ["sport"], false],
    ["Individual", ["team", "organization"], false],
    ["Team", ["team"], true],
    ["Team", ["basics", "sport", "organization"], false],
    ["Organization", ["organization"], true],
    ["Organization", ["basics", "sport", "team"], false],
  ] as const)("%s with %j: %s", (plan, forms, expected) => {
    expect(isCompleteFor(plan, draft(...forms))).toBe(expected);
    expect(isComplete({ ...draft(...forms), plan })).toBe(expected);
  });

  test("without a chosen plan it is never complete", () => {
    expect(isComplete(draft("basics", "sport", "team", "organization"))).toBe(false);
  });
});

test("a row without any form is read as an empty pending profile", () => {
  expect(draftSchema.parse({ plan: null, profile_key: null })).toEqual(EMPTY_DRAFT);
});

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

test("a field of another plan is refused on its name, unless it is undefined", () => {
  expect(findPlanFaults("Team", { team_name: "Owls", gpa: "4", first_name: undefined })).toEqual({
    gpa: [PROFILE_MESSAGES.notOfYourPlan],
  });
  expect(findPlanFaults(null, { full_name: "Maya Reed", bio: "" })).toEqual({});
});

test("a phone that the plan requires cannot be removed", () => {
  expect(findPlanFaults("Individual", { phone: null })).toEqual({ phone: ["Phone is a required field"] });
  expect(findPlanFaults("Team", { contact_person_phone: null })).toEqual({
    contact_person_phone: ["Contact phone is a required field"],
  });
  expect(findPlanFaults("Individual", { phone: "6175550199" })).toEqual({});
  expect(findPlanFaults("Team", { phone: null })).toEqual({});
  expect(findPlanFaults("Organization", { phone: null, contact_person_phone: null })).toEqual({});
  expect(findPlanFaults(null, { phone: null })).toEqual({});
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

import { earnerRoutes } from "@app/contract/earners";
import { describe, expect, test } from "vitest";
import { toBasics, toOrganization, toSport, toTeam } from "#testing/earner-forms.ts";
import { type Draft, draftSchema, EMPTY_DRAFT, isComplete, isCompleteFor } from "./pending-profile.policy.ts";

/** The forms as the server has them after it has read them. */
const FORMS = {
  basics: earnerRoutes.individualBasics.body.parse(toBasics("maya")),
  sport: earnerRoutes.individualSport.body.parse(toSport(1)),
  team: earnerRoutes.team.body.parse(toTeam("owls", 1)),
  organization: earnerRoutes.organization.body.parse(toOrganization("rowing", 1)),
};

const draft = (...forms: (keyof typeof FORMS)[]): Draft =>
  draftSchema.parse({ ...EMPTY_DRAFT, ...Object.fromEntries(forms.map((form) => [form, FORMS[form]])) });

describe("a draft is complete for a plan with its forms, and with nothing less", () => {
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

  test("without a chosen plan nothing is complete", () => {
    expect(isComplete(draft("basics", "sport", "team", "organization"))).toBe(false);
  });
});

test("an empty draft is what a row without any form is read as", () => {
  expect(draftSchema.parse({ plan: null, profile_key: null })).toEqual(EMPTY_DRAFT);
});

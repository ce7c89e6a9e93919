import { expect, test } from "vitest";
import { guardianRoutes, guardianStatement, personName, toCostSentence, toGuardianConsentText } from "./guardian.ts";

const TEAM = { plan: "Team", title: "Team", price_cents: 2_999 } as const;
const ATHLETE = { plan: "Individual", title: "Student Athlete", price_cents: 999 } as const;
const CLUB = { plan: "Organization", title: "Organization", price_cents: 9_999 } as const;

test.each([
  ["Zoë O’Neil-Łukasiewicz", true],
  ["Jean d'Arc", true],
  ["李", true],
  ["Rosa Vega Jr.", true],
  ["J. R. St. Clair", true],
  ["evil.test", false],
  ["...", false],
  ["- '", false],
  ["Maya2", false],
  ["2Maya", false],
  ["visit example.test", false],
])("%j is a valid name: %s", (name, isName) => {
  expect(personName("Your name").safeParse(name).success).toBe(isName);
});

test.each([
  ["a".repeat(43), true],
  [`${"A".repeat(40)}-_0`, true],
  ["a".repeat(42), false],
  ["a".repeat(44), false],
  [`${"a".repeat(42)}!`, false],
  [`!${"a".repeat(43)}`, false],
  [`${"a".repeat(43)}!`, false],
])("%s is a valid token of a guardian's link: %s", (token, isToken) => {
  expect(guardianRoutes.decline.body.safeParse({ token }).success).toBe(isToken);
});

test("a guardian has to state their relation", () => {
  expect(guardianStatement.relation.safeParse("Mother").success).toBe(true);
  expect(guardianStatement.relation.safeParse("").error?.issues[0]?.message).toBe(
    "Your relationship is a required field",
  );
});

test("a guardian reads what the plan costs, or what each plan costs while none is chosen", () => {
  expect(toCostSentence([TEAM])).toBe("The Team plan costs $29.99 a month.");
  expect(toCostSentence([ATHLETE, TEAM])).toBe("A plan costs $9.99 (Student Athlete) or $29.99 (Team) a month.");
  expect(toCostSentence([ATHLETE, TEAM, CLUB])).toBe(
    "A plan costs $9.99 (Student Athlete), $29.99 (Team) or $99.99 (Organization) a month.",
  );
  expect(toGuardianConsentText("Maya", [TEAM])).toBe(
    "I am 18 or older and a parent or legal guardian of Maya. I consent to their earner account on Fieldhouse, with a plan that is paid every month. The Team plan costs $29.99 a month.",
  );
});

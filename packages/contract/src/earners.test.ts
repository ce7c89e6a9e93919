import { describe, expect, test } from "vitest";
import { COLLEGE_CATEGORY, collegeEntry } from "./earner-fields.ts";
import { EARNER_RULES } from "./earner-rules.ts";
import { earnerRoutes } from "./earners.ts";
import { keepPrecision, toPartialDate } from "./partial-dates.ts";
import type { EarnerForm } from "./registration.ts";
import { STATES } from "./states.ts";
import { VALIDATION_OPTIONS } from "./validation.ts";

const BODIES = {
  "individual-1": earnerRoutes.individualBasics.body,
  "individual-2": earnerRoutes.individualSport.body,
  team: earnerRoutes.team.body,
  organization: earnerRoutes.organization.body,
};

/** What is said about one field, whatever the others say. */
function messagesOf(form: EarnerForm, field: string, value: unknown): string[] {
  const issues = BODIES[form].safeParse({ [field]: value }, VALIDATION_OPTIONS).error?.issues ?? [];
  return issues.filter((issue) => issue.path[0] === field).map((issue) => issue.message);
}

describe("the rules of the forms", () => {
  const lines = EARNER_RULES.flatMap((rule) => rule.forms.map((form) => ({ ...rule, form })));

  test.each(lines)("$form: $field is told $message", ({ form, field, value, message }) => {
    const said = messagesOf(form, field, value);
    expect(said[0] ?? null).toBe(message);
  });

  test.each(lines.filter((line) => line.message?.includes("required")))("$form: $field may not be left out", (line) => {
    const said = messagesOf(line.form, line.field, undefined);
    expect(said).toEqual([line.message]);
  });

  test("an SSN that is neither nine long nor of digits is told both", () => {
    expect(messagesOf("team", "ssn", "12ab")).toEqual([
      "SSN must be exactly 9 digits",
      "SSN must contain only numbers",
    ]);
  });

  test("a form takes nothing of another plan, of the account or of the sign-up", () => {
    for (const body of Object.values(BODIES))
      for (const field of ["password", "is_staff", "ssn_last4", "account_id", "plan_lapsed_at"])
        expect(body.safeParse({ [field]: "x" }).error?.issues.some((issue) => issue.code === "unrecognized_keys")).toBe(
          true,
        );
    expect(messagesOf("team", "plan", "Individual")).toHaveLength(1);
  });
});

describe("what is taken as it comes", () => {
  test("there are the 50 states and the District of Columbia", () => {
    expect(Object.keys(STATES)).toHaveLength(51);
    expect(STATES.DC).toBe("District of Columbia");
  });

  test("an offer is one of college athletics unless it says otherwise", () => {
    expect(collegeEntry.parse({ college_name: " Rice University " })).toEqual({
      college_name: "Rice University",
      college_logo: null,
      college_category: COLLEGE_CATEGORY,
      college_offer_date: null,
    });
    expect(collegeEntry.parse({ college_name: "Rice", college_offer_date: "09/2025" }).college_offer_date).toBe(
      "2025-09",
    );
    expect(collegeEntry.safeParse({ college_name: "Rice", college_logo: "https://example.org/a.png" }).success).toBe(
      false,
    );
  });

  test.each([
    ["09/2025", "2025-09"],
    ["2025-09", "2025-09"],
    ["2025-09-30", "2025-09-30"],
    ["2025-09-31", null],
    ["9/2025", null],
    ["2025", null],
  ])("the date %s is read as %s", (text, date) => {
    expect(toPartialDate(text)).toBe(date);
  });

  test.each([
    [null, "2025-09", "2025-09"],
    ["2025-09-30", "2025-09", "2025-09-30"],
    ["2025-09", "2025-09-30", "2025-09-30"],
    ["2025-09-30", "2025-10", "2025-10"],
  ])("of %s held and %s given, %s is kept", (held, given, kept) => {
    expect(keepPrecision(held, given)).toBe(kept);
  });
});

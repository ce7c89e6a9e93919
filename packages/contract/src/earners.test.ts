import { describe, expect, test } from "vitest";
import { keepPrecision, partialDate, toPartialDate } from "./dates.ts";
import { accountFields, COLLEGE_CATEGORY, collegeEntry, requiredText, STATES } from "./earner-fields.ts";
import { earnerRoutes } from "./earners.ts";
import type { EarnerForm } from "./registration.ts";
import { EARNER_RULES } from "./testing/earner-rules.ts";
import { VALIDATION_OPTIONS } from "./validation.ts";

const BODIES = {
  "individual-1": earnerRoutes.individualBasics.body,
  "individual-2": earnerRoutes.individualSport.body,
  team: earnerRoutes.team.body,
  organization: earnerRoutes.organization.body,
};

/** The messages for one field, regardless of the other fields. */
function messagesOf(form: EarnerForm, field: string, value: unknown): string[] {
  const issues = BODIES[form].safeParse({ [field]: value }, VALIDATION_OPTIONS).error?.issues ?? [];
  return issues.filter((issue) => issue.path[0] === field).map((issue) => issue.message);
}

describe("the rules of the forms", () => {
  const lines = EARNER_RULES.flatMap((rule) => rule.forms.map((form) => ({ ...rule, form })));

  test.each(lines)("$form: $field gets the message $message", ({ form, field, value, message }) => {
    const said = messagesOf(form, field, value);
    expect(said[0] ?? null).toBe(message);
  });

  test.each(lines.filter((line) => line.message?.includes("required")))("$form: $field may not be left out", (line) => {
    const said = messagesOf(line.form, line.field, undefined);
    expect(said).toEqual([line.message]);
  });

  test("an SSN of the wrong length that is not only digits gets both messages", () => {
    expect(messagesOf("team", "ssn", "12ab")).toEqual([
      "SSN must be exactly 9 digits",
      "SSN must contain only numbers",
    ]);
  });

  test("a form accepts no field of another plan, of the account or of the sign-up", () => {
    for (const body of Object.values(BODIES))
      for (const field of ["password", "is_staff", "ssn_last4", "account_id", "plan_lapsed_at"])
        expect(body.safeParse({ [field]: "x" }).error?.issues.some((issue) => issue.code === "unrecognized_keys")).toBe(
          true,
        );
    expect(messagesOf("team", "plan", "Individual")).toHaveLength(1);
  });
});

describe("a faulty field gets one message at a time", () => {
  test.each<[EarnerForm, string, unknown, string[]]>([
    ["team", "ssn", "1", ["SSN must be exactly 9 digits"]],
    ["team", "ssn", "x".repeat(100), ["SSN must be exactly 9 digits", "SSN must contain only numbers"]],
    ["team", "ssn", "x".repeat(101), ["SSN must be exactly 9 digits"]],
    ["team", "contact_person_phone", " ", ["Contact phone is a required field"]],
    ["team", "contact_person_phone", "1", ["Contact phone must be a valid phone number"]],
    ["team", "contact_person_phone", "12345", ["Contact phone must be a valid phone number"]],
    ["individual-2", "graduation_year", "1", ["Graduation year must be a real year"]],
    ["individual-2", "graduation_year", "20x7", ["Graduation year must contain only numbers"]],
    ["individual-2", "gpa", "3.5", []],
    ["individual-2", "gpa", ".5", ["GPA must be a valid number"]],
    ["individual-2", "gpa", "three", ["GPA must be a valid number"]],
    ["individual-1", "date_of_birth", "1", ["Date of birth must be a real date"]],
    ["individual-1", "street", undefined, ["Street is a required field"]],
    ["individual-1", "street", null, ["Street is a required field"]],
    ["individual-1", "street", 5, ["Street must be text"]],
  ])("%s: %s of %j gets %j", (form, field, value, messages) => {
    expect(messagesOf(form, field, value)).toEqual(messages);
  });

  test("a missing text is named by its form's label, whatever the field is called", () => {
    const text = requiredText("Coach street", 9);
    const said = (value: unknown) => text.safeParse(value, VALIDATION_OPTIONS).error?.issues[0]?.message;
    expect([said(undefined), said(null)]).toEqual(Array(2).fill("Coach street is a required field"));
    expect(said(5)).not.toContain("required");
  });
});

describe("the longest value that a field accepts, and one more", () => {
  const sport = earnerRoutes.individualSport.body.shape;
  const basics = earnerRoutes.individualBasics.body.shape;
  const team = earnerRoutes.team.body.shape;
  const thisMonth = new Date().toISOString().slice(0, 7);
  const year = Number(thisMonth.slice(0, 4));
  test.each([
    ["first name", basics.first_name, "x".repeat(60), "x".repeat(61)],
    ["first name of one letter", basics.first_name, "x", ""],
    ["street", basics.street, "x".repeat(120), "x".repeat(121)],
    ["city", basics.city, "x".repeat(80), "x".repeat(81)],
    ["team name", team.team_name, "x".repeat(80), "x".repeat(81)],
    ["college", collegeEntry.shape.college_name, "x".repeat(150), "x".repeat(151)],
    ["categories", sport.channel_category, Array(20).fill(1), Array(21).fill(1)],
    ["one category", sport.channel_category, [1], []],
    ["graduation in the past", sport.graduation_year, "1900", "1899"],
    ["graduation ahead", sport.graduation_year, String(year + 12), String(year + 13)],
    ["GPA", sport.gpa, "100", "100.001"],
    ["GPA of ten decimals", sport.gpa, "3.1234567890", "3.12345678901"],
    ["GPA before the point", sport.gpa, "099", "0099"],
    ["birthday", basics.date_of_birth, thisMonth, `${year + 1}-01`],
    ["address of the account", accountFields.email, ` ${"x".repeat(254)} `, "x".repeat(255)],
    ["username", basics.username, "x".repeat(100), "x".repeat(101)],
  ])("%s", (_, schema, taken, refused) => {
    expect(schema.safeParse(taken).success).toBe(true);
    expect(schema.safeParse(refused).success).toBe(false);
  });

  test("input is trimmed", () => {
    const typed = { ssn: " 123456789 ", zipcode: " 10001 ", phone: " 2125550123 ", date_of_birth: " 2004-02 " };
    for (const [field, text] of Object.entries(typed))
      expect(basics[field as keyof typeof typed].parse(text)).toBe(text.trim());
    expect(partialDate("no date").parse(" 2025-09 ")).toBe("2025-09");
    expect([sport.graduation_year.parse(" 2027 "), sport.gpa.parse(" 4 ")]).toEqual(["2027", "4"]);
  });

  test("a blank text is missing, and gets no other message", () => {
    for (const field of ["ssn", "zipcode", "phone", "date_of_birth"]) {
      const said = messagesOf("individual-1", field, " ");
      expect(said).toHaveLength(1);
      expect(said[0]).toContain("required");
    }
    for (const field of ["graduation_year", "gpa"]) expect(messagesOf("individual-2", field, " ")).toHaveLength(1);
  });

  test("optional fields may be left out", () => {
    const left = earnerRoutes.organization.body.safeParse({});
    const faulty = new Set(left.error?.issues.map(({ path }) => path[0]));
    for (const field of ["contact_person_phone", "bio", "email", "user_type", "gender", "date_of_birth"])
      expect(faulty.has(field)).toBe(false);
    expect(basics.bio.parse(" Rows\u200b ")).toBe("Rows");
  });
});

describe("states, colleges and dates", () => {
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
    ["09/2025.", null],
    [" 09/2025", null],
    ["2025-09-3", null],
    ["2025-09x", null],
    ["12025-09", null],
    ["1899-12", null],
    ["2100-01", null],
    ["2025-13", null],
  ])("the date %s is read as %s", (text, date) => {
    expect(toPartialDate(text)).toBe(date);
  });

  test.each([
    [null, "2025-09", "2025-09"],
    ["2025-09-30", "2025-09", "2025-09-30"],
    ["2025-09", "2025-09-30", "2025-09-30"],
    ["2025-09-30", "2025-10", "2025-10"],
  ])("of %s stored and %s entered, %s is kept", (held, given, kept) => {
    expect(keepPrecision(held, given)).toBe(kept);
  });
});

import { describe, expect, test } from "vitest";
import { z } from "zod";
import { labeled, labelOf, unlessMissing, VALIDATION_OPTIONS } from "./validation.ts";

function messageOf(field: string, schema: z.ZodType, value: unknown): string | undefined {
  return z.strictObject({ [field]: schema }).safeParse({ [field]: value }, VALIDATION_OPTIONS).error?.issues[0]
    ?.message;
}

describe("a field's label is the one on its form", () => {
  test.each([
    [["email_or_username"], "Email or username"],
    [["contact_person_first_name"], "Contact first name"],
    [["coach_person_zipcode"], "Coach ZIP"],
    [["ssn"], "SSN"],
    [["shows_gpa"], "Shows GPA"],
    [["device_id"], "Device ID"],
    [["contentType"], "Content type"],
    [["category_id"], "Category"],
    [["tags", 3], "Tag"],
    [["tags"], "Tags"],
    [["offers", 0, "college_name"], "College name"],
    [["marks", 0, "value"], "Value"],
    [["card", "name"], "Name on card"],
    [["name"], "Name"],
    [["athlete", "height_in"], "Height"],
    [["emergency_contact_person_name"], "Emergency contact person name"],
    [[3], ""],
  ])("%j is '%s'", (path, label) => {
    expect(labelOf(path)).toBe(label);
  });
});

describe("a value without its own message is refused with the generic ones", () => {
  test.each([
    ["email", z.string(), undefined, "Email is a required field"],
    ["email", z.string(), null, "Email is a required field"],
    ["email", z.string().min(1), "", "Email is a required field"],
    ["date_of_birth", z.string(), undefined, "Date of birth is a required field."],
    ["email", z.email(), "leo", "Email must be a valid email"],
    ["title", z.string(), 5, "Title must be text"],
    ["title", z.string().min(3), "ab", "Title must be at least 3 characters"],
    ["title", z.string().max(3), "abcd", "Title must be at most 3 characters"],
    ["gpa", z.number(), "four", "GPA must be a valid number"],
    ["page", z.coerce.number(), "four", "Page must be a valid number"],
    ["page", z.int(), 1.5, "Page must be a whole number"],
    ["page", z.int().min(1), 0, "Page must be at least 1"],
    ["page", z.int().positive(), 0, "Page must be more than 0"],
    ["page", z.int().negative(), 0, "Page must be less than 0"],
    ["page", z.int().max(9), 10, "Page must be at most 9"],
    ["born", z.date(), "today", "Born is not valid"],
    ["accept", z.boolean(), "yes", "Accept must be true or false"],
    ["tags", z.array(z.string()), "rowing", "Tags must be a list"],
    ["tags", z.array(z.string()).min(1), [], "Tags is a required field"],
    ["tags", z.array(z.string()).max(1), ["a", "b"], "Tags must have at most 1 entry"],
    ["tags", z.array(z.string()).max(2), ["a", "b", "c"], "Tags must have at most 2 entries"],
    ["tags", z.array(z.string()), [null], "Tag is a required field"],
    ["kind", z.enum(["a", "b"]), "c", "Kind must be one of: a, b"],
    ["step", z.literal(2), 1, "Step must be 2"],
    ["device_id", z.uuid(), "mine", "Device ID must be a valid UUID"],
    ["birthday", z.iso.date(), "2005-02-29", "Birthday must be a real date"],
    ["token", z.string().regex(/^a$/), "b", "Token is not valid"],
    [
      "thumbnail",
      z.union([z.strictObject({ a: z.int() }), z.strictObject({ b: z.int() })]),
      {},
      "Thumbnail is not valid",
    ],
  ])("%s", (field, schema, value, message) => {
    expect(messageOf(field, schema, value)).toBe(message);
  });

  test("and a body that is not an object is reported as such", () => {
    expect(z.strictObject({}).safeParse("text", VALIDATION_OPTIONS).error?.issues[0]?.message).toBe(
      "The body must be a JSON object.",
    );
  });
});

describe("a value with its own message", () => {
  const height = z.int(unlessMissing("Height must be in whole inches")).nullable();
  const email = z.string(labeled("must be a valid email")).min(3).max(5);
  const code = z.string().regex(/^a+$/, labeled("must be a valid code"));
  test.each([
    ["height", height, 70.5, "Height must be in whole inches"],
    ["height", height, "", "Height must be in whole inches"],
    ["height", height, undefined, "Height is a required field"],
    ["height", z.int(unlessMissing("Height must be in whole inches")), null, "Height is a required field"],
    ["email", email, 5, "Email must be a valid email"],
    ["email", email, undefined, "Email is a required field"],
    ["email", email, null, "Email is a required field"],
    ["email", email, "ab", "Email must be at least 3 characters"],
    ["email", email, "abcdef", "Email must be at most 5 characters"],
    ["code", code, "b", "Code must be a valid code"],
  ])("%s is refused with it, unless it is missing or of a wrong length", (field, schema, value, message) => {
    expect(messageOf(field, schema, value)).toBe(message);
  });

  test("leaves a wrong length to the length's own message, and needs no path", () => {
    const { error } = labeled("must be a valid code");
    expect(["too_small", "too_big"].map((fault) => error({ code: fault, input: "b" }))).toEqual([undefined, undefined]);
    expect(error({ code: "invalid_format", input: "b" })).toBe(" must be a valid code");
  });
});

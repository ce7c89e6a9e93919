import { describe, expect, test } from "vitest";
import { z } from "zod";
import { labelOf, VALIDATION_OPTIONS } from "./validation.ts";

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
  ])("%j is '%s'", (path, label) => {
    expect(labelOf(path)).toBe(label);
  });
});

describe("a value without a message of its own is refused in the specification's sentences", () => {
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
    ["accept", z.boolean(), "yes", "Accept must be true or false"],
    ["tags", z.array(z.string()), "rowing", "Tags must be a list"],
    ["tags", z.array(z.string()).min(1), [], "Tags is a required field"],
    ["tags", z.array(z.string()).max(1), ["a", "b"], "Tags must have at most 1 entry"],
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

  test("and a body that is no object is called so", () => {
    expect(z.strictObject({}).safeParse("text", VALIDATION_OPTIONS).error?.issues[0]?.message).toBe(
      "The body must be a JSON object.",
    );
  });
});

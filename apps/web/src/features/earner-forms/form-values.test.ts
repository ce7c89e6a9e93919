import { expect, test } from "vitest";
import { fieldPaths } from "./form-values.ts";

test("every field has a path, those of a list's rows as well", () => {
  expect(fieldPaths({ gpa: "", offers: [{ college_name: "Duke", college_logo: null }], visits: [] })).toEqual([
    "gpa",
    "offers",
    "offers.0",
    "offers.0.college_name",
    "offers.0.college_logo",
    "visits",
  ]);
});

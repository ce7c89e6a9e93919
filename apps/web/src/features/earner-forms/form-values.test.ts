import { expect, test } from "vitest";
import { fieldPaths } from "./form-values.ts";

test("every field has a path, including those in the rows of a list", () => {
  expect(fieldPaths({ gpa: "", offers: [{ college_name: "Duke", college_logo: null }], visits: [] })).toEqual([
    "gpa",
    "offers",
    "offers.0",
    "offers.0.college_name",
    "offers.0.college_logo",
    "visits",
  ]);
});

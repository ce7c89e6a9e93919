import { expect, test } from "vitest";
import { readTerm } from "./people.policy.ts";

test.each([
  ["  ", { kind: "all" }],
  ["@maya", { kind: "text", value: "maya" }],
  ["maya@people.test", { kind: "text", value: "maya@people.test" }],
  ["(415) 555-0132", { kind: "phone", value: "+14155550132" }],
  ["+49 30 901820", { kind: "phone", value: "+4930901820" }],
  ["415.555.0132", { kind: "number", value: "415.555.0132", phone: "+14155550132" }],
  ["@20251234", { kind: "number", value: "20251234", phone: "+20251234" }],
  ["1234", { kind: "digits", value: "1234" }],
  ["12345", { kind: "text", value: "12345" }],
  ["0190A1B2-0000-7000-8000-000000000001", { kind: "id", value: "0190a1b2-0000-7000-8000-000000000001" }],
])("“%s” is read as %o", (typed, term) => {
  expect(readTerm(typed)).toEqual(term);
});

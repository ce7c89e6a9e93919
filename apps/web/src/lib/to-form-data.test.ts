import { expect, test } from "vitest";
import { toFormData } from "./to-form-data.ts";

test("texts stay, lists and numbers become JSON text, null is empty, and what is not given is left out", () => {
  const data = toFormData({ name: "Ada", step: 1, list: [1, 2], phone: null, bio: undefined, isNew: true });
  expect([...data.entries()]).toEqual([
    ["name", "Ada"],
    ["step", "1"],
    ["list", "[1,2]"],
    ["phone", ""],
    ["isNew", "true"],
  ]);
});

import { expect, test } from "vitest";
import { exportKey, exportsFolder } from "./export-key.policy.ts";

test("an export is in its account's folder, with its download name", () => {
  expect(exportsFolder("maya")).toBe("exports/maya/");
  expect(exportKey({ id: "1", account_id: "maya" })).toBe("exports/maya/1/fieldhouse-data.zip");
});

import { expect, test } from "vitest";
import { stillFitting } from "./use-suggestions.ts";

test("of the last answer only those stay that have what stands there now", () => {
  const last = ["Relay 1", "Relay 12", "The big RELAY 12 final", "Élan"];
  expect(stillFitting(last, "relay 12")).toEqual(["Relay 12", "The big RELAY 12 final"]);
  expect(stillFitting(last, "élan")).toEqual(["Élan"]);
  expect(stillFitting(last, "squat")).toEqual([]);
});

import { expect, test } from "vitest";
import type { Member } from "#platform/viewer.ts";
import { seesSlots, toSlotState } from "./slots.policy.ts";

test.each([
  [null, true],
  [{ plan: null, isLapsed: false }, true],
  [{ plan: "Individual", isLapsed: false }, false],
  [{ plan: "Team", isLapsed: true }, false],
] as const)("%j sees slots: %s", (viewer, sees) => {
  expect(seesSlots(viewer as Member | null)).toBe(sees);
});

const ON = { hasPicture: true, isActive: true, isDue: true, isOver: false, isFirst: true };

test.each([
  [{}, "shown"],
  [{ isFirst: false }, "queued"],
  [{ isDue: false }, "scheduled"],
  [{ isOver: true }, "ended"],
  [{ isActive: false }, "off"],
  [{ isActive: false, hasPicture: false }, "waiting"],
] as const)("with %j a slot is %s", (facts, state) => {
  expect(toSlotState({ ...ON, ...facts })).toBe(state);
});

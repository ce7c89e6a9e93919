import { describe, expect, test } from "vitest";
import { OWNER, STAFF, STRANGER } from "#testing/viewers.ts";
import { canEdit, canSee, isOwner } from "./contents.policy.ts";

const ITEM = {
  owner_id: OWNER.accountId,
  visibility: "public",
  state: "ready",
  is_playable: false,
  hidden_at: null,
} as const;

test.each([
  ["its owner", OWNER, true, true],
  ["staff", STAFF, false, true],
  ["another earner", STRANGER, false, false],
  ["a visitor", null, false, false],
] as const)("%s", (_, viewer, isTheirs, mayEdit) => {
  expect([isOwner(viewer, ITEM), canEdit(viewer, ITEM)]).toEqual([isTheirs, mayEdit]);
});

describe("an item is open to everybody", () => {
  test.each([
    ["a public one", {}, true],
    ["an unlisted one", { visibility: "unlisted" }, true],
    ["one that plays while it is processed", { state: "processing", is_playable: true }, true],
    ["not one that does not play yet", { state: "processing" }, false],
    ["not a private one", { visibility: "private" }, false],
    ["not one that failed, whatever of it plays", { state: "failed", is_playable: true }, false],
    ["not a hidden one", { hidden_at: new Date() }, false],
  ] as const)("%s", (_, change, isOpen) => {
    const item = { ...ITEM, ...change };
    for (const viewer of [STRANGER, null]) expect(canSee(viewer, item)).toBe(isOpen);
    for (const viewer of [OWNER, STAFF]) expect(canSee(viewer, item)).toBe(true);
  });
});

import { expect, test } from "vitest";
import { rightsTo } from "./film-notes.policy.ts";

const kept = { author_id: "fan", is_shared: false, dismissed_at: null };
const shared = { ...kept, is_shared: true };
const dismissed = { ...shared, dismissed_at: new Date() };

const ALL = { isVisible: true, canEdit: true, canRemove: true };
const NONE = { isVisible: false, canEdit: false, canRemove: false };

test.each([
  ["authors have their private note", kept, "fan", ALL],
  ["authors have their shared note", shared, "fan", ALL],
  ["authors keep a note that the owner removed", dismissed, "fan", ALL],
  ["owners do not see a private note", kept, "owner", NONE],
  ["owners read and remove a shared note", shared, "owner", { isVisible: true, canEdit: false, canRemove: true }],
  ["owners do not see a note again that they removed", dismissed, "owner", NONE],
  ["nobody else sees a shared note", shared, "staff", NONE],
])("%s", (_, note, viewer, rights) => {
  expect(rightsTo(note, viewer, "owner")).toEqual(rights);
});

test("owners have their notes on their own video", () => {
  expect(rightsTo({ ...kept, author_id: "owner" }, "owner", "owner")).toEqual(ALL);
});

import { describe, expect, test, vi } from "vitest";
import { toIso, toLocalTime } from "#lib/dates.ts";
import { anItem } from "#testing/an-item.ts";
import { changedFields, mergeMine, toBase, toChanges, withAddedImages } from "./edit.queries.ts";
import { draftRules, toAudience, toDraftRules, type UploadDraft } from "./upload-draft.ts";

const base: UploadDraft = {
  title: "Cup final",
  description: "",
  category_id: 3,
  tags: ["cup"],
  visibility: "public",
  publish_at: "",
  comments_open: true,
  downloads_open: false,
  thumbnail: { frame: 1 },
  images: [],
};
const soon = toLocalTime(new Date(Date.now() + 86_400_000));

describe("what is sent", () => {
  const sent = (more: Partial<UploadDraft>) => toChanges({ revision: 4, values: base }, { ...base, ...more });

  test("are the changed fields, with the revision they change", () => {
    expect(sent({})).toEqual({ revision: 4 });
    expect(sent({ title: "Final", tags: ["cup", "2026"] })).toEqual({
      title: "Final",
      tags: ["cup", "2026"],
      revision: 4,
    });
    expect(sent({ thumbnail: { frame: 2 } })).toEqual({ thumbnail: { frame: 2 }, revision: 4 });
  });

  test("has no thumbnail unless another one was chosen", () => {
    expect(sent({ thumbnail: null })).toEqual({ revision: 4 });
  });

  test("are visibility and date together", () => {
    expect(sent({ visibility: "unlisted" })).toEqual({ visibility: "unlisted", publish_at: null, revision: 4 });
    expect(sent({ visibility: "scheduled", publish_at: soon })).toEqual({
      visibility: "private",
      publish_at: toIso(soon),
      revision: 4,
    });
  });

  test("has no date unless the item is scheduled", () => {
    expect(changedFields(base, { ...base, publish_at: soon })).toEqual([]);
  });
});

test("keeping mine applies the fields that I changed to what is saved now", () => {
  const theirs = { ...base, title: "Theirs", description: "Theirs", visibility: "private" as const };
  expect(mergeMine(base, { ...base, title: "Mine" }, theirs)).toEqual({ ...theirs, title: "Mine" });
  const scheduled = { ...base, visibility: "scheduled" as const, publish_at: soon };
  expect(mergeMine(base, scheduled, theirs)).toMatchObject({ visibility: "scheduled", publish_at: soon });
});

describe("the images of a set", () => {
  const image = (id: string, caption = "") => ({ id: id.repeat(16), caption, alt: "" });
  const withImages = (...images: UploadDraft["images"]): UploadDraft => ({ ...base, images });
  const shown = (id: string) => ({
    ...image(id),
    width_px: null,
    height_px: null,
    placeholder: null,
    fault: null,
    files: [],
  });

  test("keeping mine keeps what they added, and does not bring back what they removed", () => {
    const before = withImages(image("a"), image("b"));
    const mine = withImages(image("b", "Mine"), image("a"));
    expect(mergeMine(before, mine, withImages(image("b"), image("c"))).images).toEqual([
      image("b", "Mine"),
      image("c"),
    ]);
    expect(mergeMine(before, before, withImages(image("c"))).images).toEqual([image("c")]);
  });

  test("the thumbnail that I chose is the same image at its new place, or theirs if they removed it", () => {
    const withImages = (...images: ReturnType<typeof image>[]) => ({ ...base, images });
    const before = withImages(image("a"), image("b"));
    const mine = { ...before, thumbnail: { image: 1 } };
    const moved = { ...withImages(image("c"), image("b"), image("a")), thumbnail: { image: 0 } };
    expect(mergeMine(before, mine, moved).thumbnail).toEqual({ image: 1 });
    expect(mergeMine(before, mine, { ...moved, images: [image("b")] }).thumbnail).toEqual({ image: 0 });
    expect(mergeMine(before, mine, { ...moved, images: [image("a")] }).thumbnail).toEqual({ image: 0 });
    expect(mergeMine(before, mine, { ...moved, images: moved.images.toReversed() }).thumbnail).toEqual({ image: 1 });
  });

  test("images that were added meanwhile join what is being edited", () => {
    const before = toBase(anItem({ type: "image", revision: 4, images: [shown("a")] }));
    const values = { ...before.values, title: "Mine", images: [image("a", "Mine")] };
    const added = anItem({ type: "image", revision: 5, images: [shown("a"), shown("b")] });
    const draft = withAddedImages({ base: before, values }, added);
    expect(draft).toMatchObject({
      base: { revision: 5, values: { images: [image("a"), image("b")] } },
      values: { title: "Mine", images: [image("a", "Mine"), image("b")] },
    });
    // A title that another tab saved is still a conflict.
    expect(withAddedImages({ base: before, values }, { ...added, title: "Theirs" })?.base.revision).toBe(4);
    expect(draft && withAddedImages(draft, added)).toBeNull();
  });
});

describe("a date to publish at", () => {
  const faults = (more: Partial<UploadDraft>, rules = draftRules) =>
    (rules.safeParse({ ...base, ...more }).error?.issues ?? []).map(({ path, message }) => [path[0], message]);
  const at = (minutes: number) => toLocalTime(new Date(Date.now() + minutes * 60_000));

  test("is in the time zone of the device, to the minute", () => {
    expect(toLocalTime(new Date(2026, 0, 9, 8, 5, 59))).toBe("2026-01-09T08:05");
    expect(toIso("2026-01-09T08:05")).toBe(new Date(2026, 0, 9, 8, 5).toISOString());
    expect(toIso("")).toBeNull();
  });

  test("counts for a scheduled item only", () => {
    expect(faults({ publish_at: at(-60) })).toEqual([]);
    expect(toAudience({ visibility: "private", publish_at: soon })).toEqual({
      visibility: "private",
      publish_at: null,
    });
  });

  test.each([
    ["", "Please choose a date and a time."],
    [at(-60), "Please choose a time at least 5 minutes from now."],
    [at(4), "Please choose a time at least 5 minutes from now."],
    [at(366 * 1_440), "Please choose a time within the next year."],
  ])("%j is refused", (publish_at, message) => {
    expect(faults({ visibility: "scheduled", publish_at })).toEqual([["publish_at", message]]);
  });

  test("may stay unchanged in its last minutes, but not be moved or cleared", () => {
    const stored = at(2);
    const faultsOf = (publish_at: string) => faults({ visibility: "scheduled", publish_at }, toDraftRules(stored));
    expect(faultsOf(stored)).toEqual([]);
    expect(faultsOf(at(3))).toEqual([["publish_at", "Please choose a time at least 5 minutes from now."]]);
    expect(faultsOf("")).toEqual([["publish_at", "Please choose a date and a time."]]);
    expect(faults({ visibility: "scheduled" })).toEqual([["publish_at", "Please choose a date and a time."]]);
  });

  test("may be six minutes away", ({ onTestFinished }) => {
    // A date has no seconds, so at the end of a minute it could be less than five minutes away when it is checked.
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 0, 9, 8, 5) });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    expect(faults({ visibility: "scheduled", publish_at: at(6) })).toEqual([]);
  });
});

import { pictureId } from "@app/contract/ids";
import { beforeEach, describe, expect, test } from "vitest";
import { saveFormDraft } from "#lib/form-drafts.ts";
import { stubStorages } from "#testing/storage.ts";
import {
  addTags,
  carryOver,
  emptyDraft,
  hasTooLongTag,
  leftOf,
  readDraft,
  titleFromFileName,
  uploadDraftName,
} from "./upload-draft.ts";

test("commas separate tags, a leading # is dropped, and empty tags are ignored", () => {
  expect(addTags([], " #Basketball, , high lights ,#,# slam")).toEqual(["Basketball", "high lights", "slam"]);
});

test("tags that differ only in case are one tag", () => {
  expect(addTags(["Cup"], "cup, CUP, final")).toEqual(["Cup", "final"]);
});

test("there are at most ten tags of at most 40 characters", () => {
  const typed = "a,b,c,d,e,f,g,h,i,j,J, k";
  expect(addTags([], typed)).toHaveLength(10);
  // The rest stays to be seen.
  expect(leftOf(typed, addTags([], typed))).toBe("k");
  const long = "x".repeat(41);
  expect(addTags([], `${long},${"🏈".repeat(40)}`)).toEqual(["🏈".repeat(40)]);
  expect(leftOf(`${long},a`, ["a"])).toBe(long);
  expect(["x".repeat(40), `a, #${"x".repeat(40)}`].map(hasTooLongTag)).toEqual([false, false]);
  expect(hasTooLongTag(`a, ${long}`)).toBe(true);
});

describe("the title suggested by a file name", () => {
  test.each([
    ["game.mp4", "game"],
    ["match_day-3.final.MP4", "match day 3.final"],
    ["no ending", "no ending"],
    ["__--__.mov", ""],
    [".mp4", ""],
    ["Größe 🏀 Finale.webm", "Größe 🏀 Finale"],
  ])("%s → %s", (fileName, title) => {
    expect(titleFromFileName(fileName)).toBe(title);
  });

  test("is never too long, and never splits a character", () => {
    expect(titleFromFileName(`${"🏀".repeat(150)}.mp4`)).toBe("🏀".repeat(100));
  });
});

describe("what was typed about a file that cannot be used", () => {
  const values = {
    ...emptyDraft("broken.mp4", "video"),
    description: "Second half",
    tags: ["cup"],
    category_id: 3,
    comments_open: false,
    thumbnail: { frame: 2 },
  };

  test("goes to the next file, but for the frame and the title of the first one's name", () => {
    expect(carryOver({ fileName: "broken.mp4", values }, "sound.mp4", "video")).toEqual({
      ...values,
      title: "sound",
      thumbnail: { frame: 1 },
    });
  });

  test("keeps a title that was typed", () => {
    const typed = { ...values, title: "Cup final" };
    expect(carryOver({ fileName: "broken.mp4", values: typed }, "sound.mp4", "video").title).toBe("Cup final");
  });
});

describe("a draft", () => {
  const name = uploadDraftName({ fileName: "game.mp4", sizeBytes: 1000 });

  beforeEach(stubStorages);

  test("survives a reload, valid or not, until it is deleted", () => {
    const draft = { ...emptyDraft("game.mp4", "video"), title: "", tags: ["cup"], visibility: "unlisted" as const };
    saveFormDraft(name, draft);
    expect(readDraft(name)).toEqual(draft);
    saveFormDraft(name, null);
    expect(readDraft(name)).toBeNull();
  });

  test.each([
    ["the chosen frame", { frame: 2 }],
    ["a custom thumbnail", { picture: pictureId.parse("0".repeat(32)) }],
  ])("keeps %s", (_, thumbnail) => {
    saveFormDraft(name, { ...emptyDraft("game.mp4", "video"), thumbnail });
    expect(readDraft(name)?.thumbnail).toEqual(thumbnail);
  });

  test("a document has no frames, so its thumbnail is left to the server", () => {
    expect(emptyDraft("plays.pdf", "document").thumbnail).toBeNull();
  });

  test("belongs to one file", () => {
    saveFormDraft(name, emptyDraft("game.mp4", "video"));
    expect(readDraft(uploadDraftName({ fileName: "game.mp4", sizeBytes: 1001 }))).toBeNull();
  });

  test("an unreadable draft is ignored", () => {
    saveFormDraft(name, { title: 5 });
    expect(readDraft(name)).toBeNull();
  });
});

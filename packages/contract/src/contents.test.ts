import { describe, expect, test } from "vitest";
import { z } from "zod";
import { contentFields, contentRoutes } from "./contents.ts";
import { CONTENT_MAX_BYTES } from "./file-limits.ts";
import { VALIDATION_OPTIONS } from "./validation.ts";
import { viewThresholdS } from "./views.ts";

const fields = z.strictObject(contentFields);
const GOOD = {
  title: "Final",
  description: "",
  category_id: 1,
  tags: [],
  visibility: "public",
  comments_open: true,
};

function faultOf(change: Record<string, unknown>): string | undefined {
  return fields.safeParse({ ...GOOD, ...change }, VALIDATION_OPTIONS).error?.issues[0]?.message;
}

describe("the fields of an item", () => {
  test("are trimmed and limited in length", () => {
    expect(fields.parse({ ...GOOD, title: "  Final  " }).title).toBe("Final");
    expect(
      faultOf({ title: "x".repeat(100), description: "x".repeat(5_000), tags: Array(10).fill("x".repeat(40)) }),
    ).toBeUndefined();
  });

  test("may be as short as one letter, and lose invisible characters", () => {
    expect(faultOf({ title: "x", tags: ["x"], category_id: 2_147_483_647 })).toBeUndefined();
    const typed = { ...GOOD, description: " one\u200b\ntwo ", tags: [" second\nhalf "] };
    expect(fields.parse(typed)).toMatchObject({ description: "one\ntwo", tags: ["second half"] });
    expect(faultOf({ category_id: 2_147_483_648 })).toBeDefined();
  });

  test.each([
    [{ title: "" }, "Title is a required field"],
    [{ title: "   " }, "Title is a required field"],
    [{ title: "x".repeat(101) }, "Title must be at most 100 characters"],
    [{ description: "x".repeat(5_001) }, "Description must be at most 5000 characters"],
    [{ category_id: 0 }, "Category is a required field"],
    [{ category_id: 1.5 }, "Category is a required field"],
    [{ category_id: "1" }, "Category is a required field"],
    [{ tags: [""] }, "A tag must not be empty"],
    [{ tags: ["x".repeat(41)] }, "A tag must be at most 40 characters"],
    [{ tags: Array(11).fill("x") }, "Please enter at most 10 tags."],
  ])("%j is refused with the form's message", (change, message) => {
    expect(faultOf(change)).toBe(message);
  });

  test("accept only the known visibilities and comment settings", () => {
    for (const change of [{ visibility: "secret" }, { comments_open: "yes" }, { visibility: null }])
      expect(faultOf(change)).toBeDefined();
  });

  test("can be changed one by one, but the type and the file cannot", () => {
    const { body } = contentRoutes.update;
    expect(body.parse({})).toEqual({});
    expect(body.parse({ title: " New " })).toEqual({ title: "New" });
    for (const change of [
      { type: "image" },
      { upload_id: "a".repeat(32) },
      { channel_id: crypto.randomUUID() },
      { state: "ready" },
    ])
      expect(body.safeParse(change).success).toBe(false);
  });

  test("take either a frame or a sent picture as thumbnail, not both", () => {
    const thumbnail = (value: unknown) => contentRoutes.update.body.safeParse({ thumbnail: value }).success;
    expect(thumbnail({ frame: 0 })).toBe(true);
    expect(thumbnail({ frame: 2 })).toBe(true);
    expect(thumbnail({ picture: "a".repeat(32) })).toBe(true);
    for (const wrong of [
      { frame: 3 },
      { frame: -1 },
      { picture: "../x" },
      { picture: "a".repeat(31) },
      {},
      { frame: 0, picture: "a".repeat(32) },
      "0",
    ])
      expect(thumbnail(wrong), JSON.stringify(wrong)).toBe(false);
  });

  test("a video may have up to four gigabytes", () => {
    expect(CONTENT_MAX_BYTES.video).toBe(4_294_967_296);
  });
});

test.each([
  [3_600, 10],
  [20, 10],
  [19, 9.5],
  [2, 1],
  [0, 0],
])("a video of %d seconds counts as viewed after %d", (lengthS, afterS) => {
  expect(viewThresholdS(lengthS)).toBe(afterS);
});

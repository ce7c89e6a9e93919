import { expect, test } from "vitest";
import { channelHref, contentHref, decodeId, encodeId } from "./paths.ts";

const ID = "0b6f2a1c-1111-4a2b-8c3d-0123456789ab";

test("an id in a URL is reversed and base64-encoded, and can be decoded", () => {
  expect(encodeId("abc")).toBe("Y2Jh");
  expect(decodeId(encodeId(ID))).toBe(ID);
});

test("a URL without a valid id decodes to an empty one", () => {
  expect(decodeId("%%%")).toBe("");
  expect(decodeId("")).toBe("");
});

test("each kind of content has its page; an empty id leads nowhere", () => {
  expect(contentHref("video", "abc")).toBe("/video/Y2Jh");
  expect(contentHref("image", "abc")).toBe("/image/Y2Jh");
  expect(contentHref("document", "a")).toBe("/file/YQ%3D%3D");
  expect(channelHref("abc")).toBe("/profile/Y2Jh");
  expect([contentHref("video", ""), channelHref("")]).toEqual([null, null]);
});

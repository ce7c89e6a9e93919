import { describe, expect, test } from "vitest";
import { createSecrets } from "#platform/crypto/secrets.ts";
import { signedMediaUrl } from "#platform/media-url.ts";
import { readConfig } from "#src/config.ts";
import { OWNER, STAFF, STRANGER } from "#testing/viewers.ts";
import {
  canDownload,
  canEdit,
  canRetry,
  canView,
  isCurrentPath,
  itemMediaUrl,
  needsOriginalToken,
  originalMediaUrl,
  readMediaPath,
} from "./contents.policy.ts";

const SECRET = "a secret of thirty-two characters for tests";

const DEPS = {
  config: readConfig({ NODE_ENV: "test", MEDIA_URL: "https://media.test" }, () => SECRET),
  secrets: createSecrets([SECRET]),
  now: () => new Date("2026-03-01T12:00:00Z"),
};

const LISTED = { is_listed: true, media_token: "token" } as const;

const KEY = "contents/id/run/720p/1.m4s";

test("a public file has a permanent URL, with the token after the id", () => {
  expect(itemMediaUrl(DEPS, LISTED, KEY)).toBe("https://media.test/media/o/contents/id/token/run/720p/1.m4s");
  expect(itemMediaUrl(DEPS, LISTED, null)).toBeNull();
});

test("any other file has a signed URL that covers only its own folder", () => {
  expect(itemMediaUrl(DEPS, { ...LISTED, is_listed: false }, KEY)).toBe(
    signedMediaUrl(DEPS, "contents/id/token/run", "contents/id/token/run/720p/1.m4s"),
  );
});

test("the path of an item's file gives back its storage key and the folder to sign", () => {
  expect(readMediaPath("contents/id/token/run/720p/1.m4s")).toEqual({
    id: "id",
    token: "token",
    folder: "run",
    key: KEY,
    signedFolder: "contents/id/token/run",
  });
});

test("an original has a signed URL with its own token", () => {
  expect(originalMediaUrl(DEPS, { original_token: "own" }, "contents/id/original")).toBe(
    signedMediaUrl(DEPS, "contents/id/own/original", "contents/id/own/original"),
  );
});

test.each([
  ["run", "token", false],
  ["original", "own", true],
  ["whole", "own", true],
])("a file in the folder %s needs the token `%s`, and is for editors only: %s", (folder, needed, isForEditors) => {
  const item = { ...LISTED, original_token: "own", whole_run: "whole" };
  expect(needsOriginalToken(item, { folder })).toBe(isForEditors);
  for (const token of ["token", "own", "other"]) {
    const path = readMediaPath(`contents/id/${token}/${folder}/1.m4s`);
    expect(path && isCurrentPath(item, path)).toBe(token === needed);
  }
});

test.each([
  "people/id/token/run/a.png",
  "contents//token/run/a.png",
  "contents/id//run/a.png",
  "contents/id/token",
  "contents/id/token/",
])("%s is not an item's file", (path) => {
  expect(readMediaPath(path)).toBeNull();
});

const ITEM = {
  owner_id: OWNER.accountId,
  channel_id: OWNER.channelId,
  uploaded_by: null,
  visibility: "public",
  state: "ready",
  is_playable: false,
  hidden_at: null,
} as const;

test.each([
  ["its owner", OWNER, true],
  ["staff", STAFF, true],
  ["another earner", STRANGER, false],
  ["a visitor", null, false],
] as const)("%s may edit an item: %s", (_, viewer, mayEdit) => {
  expect(canEdit(viewer, ITEM)).toBe(mayEdit);
});

test.each([
  ["failed", "The disk was full.", true],
  ["failed", null, true],
  ["ready", "The store was away.", true],
  ["ready", null, false],
  ["processing", null, false],
  ["processing", "The disk was full.", false],
])("an item that is %s, with the fault %s, can be retried: %s", (state, fault, expected) => {
  expect(canRetry({ state, fault })).toBe(expected);
});

describe("who may see an item", () => {
  test.each([
    ["everybody, a public one", {}, true],
    ["everybody, an unlisted one", { visibility: "unlisted" }, true],
    ["everybody, one that plays while it is processed", { state: "processing", is_playable: true }, true],
    ["only the owner and staff, one that does not play yet", { state: "processing" }, false],
    ["only the owner and staff, a private one", { visibility: "private" }, false],
    ["only the owner and staff, a failed one that plays in part", { state: "failed", is_playable: true }, false],
    ["only the owner and staff, a hidden one", { hidden_at: new Date() }, false],
  ] as const)("%s", (_, change, isOpen) => {
    const item = { ...ITEM, ...change };
    for (const viewer of [STRANGER, null]) expect(canView(viewer, item)).toBe(isOpen);
    for (const viewer of [OWNER, STAFF]) expect(canView(viewer, item)).toBe(true);
  });
});

test.each([
  [true, STRANGER, true],
  [true, null, true],
  [false, STRANGER, false],
  [false, null, false],
  [false, OWNER, true],
  [false, STAFF, true],
])("who may download, with downloads open: %s", (downloads_open, viewer, expected) => {
  expect(canDownload(viewer, { ...ITEM, downloads_open })).toBe(expected);
});

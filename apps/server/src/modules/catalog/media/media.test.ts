import type { Visibility } from "@app/contract/contents";
import { afterEach, describe, expect, test } from "vitest";
import { publicMediaUrl, signedMediaUrl } from "#platform/media-url.ts";
import { mediaPath } from "#testing/media-path.ts";
import { rawRequest } from "#testing/raw-request.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });

const BODY = "0123456789";

afterEach(() => {
  deps.now = () => new Date();
});

function later(ms: number): void {
  const now = Date.now() + ms;
  deps.now = () => new Date(now);
}

/** An item with some of the pipeline's files, and their paths. */
async function published(visibility: Visibility = "public") {
  const { id, run } = await testApp.publishes(maya, "Regatta", { visibility });
  const folder = `contents/${id}/${run}`;
  const files = ["hls/master.m3u8", "hls/init_360.mp4", "hls/360_0.m4s", "storyboard/storyboard.vtt", "frame-0.webp"];
  for (const file of files) await deps.storage.put(`${folder}/${file}`, BODY, { contentType: "" });
  await deps.storage.put(`contents/${id}/original`, "the original", { contentType: "" });
  const paths = await mediaPath(deps, folder);
  return { id, folder: paths, file: `${paths}/hls/360_0.m4s` };
}

const toPublicUrl = (path: string) => publicMediaUrl(deps.config, path);

function get(path: string, headers: Record<string, string> = {}) {
  return rawRequest(testApp.origin, { method: "GET", path, headers });
}

async function status(path: string): Promise<number> {
  return (await get(path)).status;
}

describe("public media", () => {
  test("serves the files of a public item to everybody, with their content types", async () => {
    const { folder } = await published();
    const types = {
      "hls/master.m3u8": "application/vnd.apple.mpegurl",
      "hls/init_360.mp4": "video/mp4",
      "hls/360_0.m4s": "video/iso.segment",
      "storyboard/storyboard.vtt": "text/vtt; charset=utf-8",
      "frame-0.webp": "image/webp",
    };
    for (const [file, type] of Object.entries(types)) {
      const reply = await get(toPublicUrl(`${folder}/${file}`));
      expect(reply).toMatchObject({ status: 200, body: Buffer.from(BODY) });
      expect(reply.headers).toMatchObject({
        "content-type": type,
        "content-length": "10",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "cache-control": file.endsWith(".m3u8") ? "no-cache" : "public, max-age=3600, s-maxage=60",
        // Otherwise a search engine could keep the picture of somebody who does not want to be found.
        "x-robots-tag": "noindex",
      });
      // Only with a MEDIA_URL.
      expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
    }
    expect(await status(toPublicUrl(`${folder}/hls/none.m4s`))).toBe(404);
  });

  test.each(["unlisted", "private"] as const)(
    "refuses items that are %s, and items that are not ready",
    async (kind) => {
      const { file } = await published(kind);
      expect(await status(toPublicUrl(file))).toBe(404);
      const { id, run } = await testApp.publishes(maya, "Not yet", { state: "processing", isPlayable: true });
      const key = `contents/${id}/${run}/hls/360_0.m4s`;
      await deps.storage.put(key, BODY, { contentType: "" });
      expect(await status(toPublicUrl(await mediaPath(deps, key)))).toBe(404);
    },
  );

  test("never serves originals, uploads or pictures that are not used yet", async () => {
    const { id } = await published();
    for (const key of [
      await mediaPath(deps, `contents/${id}/original`),
      "uploads/a/frame-0.webp",
      "pictures/a/picture.webp",
      "health",
    ]) {
      if (!key.startsWith("contents/")) await deps.storage.put(key, BODY, { contentType: "" });
      expect([key, await status(toPublicUrl(key))]).toEqual([key, 404]);
    }
  });
});

describe("signed media", () => {
  test("serves the run's folder of a private item until the URL expires", async () => {
    const { folder, file } = await published("private");
    const url = signedMediaUrl(deps, folder, file);
    expect(await get(url)).toMatchObject({ status: 200, body: Buffer.from(BODY) });
    expect((await get(url)).headers["cache-control"]).toBe("private, max-age=31536000, immutable");
    // Files in the playlist are fetched relative to it, with the same signature.
    expect(await status(url.replace("hls/360_0.m4s", "hls/init_360.mp4"))).toBe(200);
    later(6 * 3_600_000 - 1_000);
    expect(await status(url)).toBe(200);
    later(12 * 3_600_000 + 1_000);
    expect(await status(url)).toBe(404);
  });

  test("refuses a signature that was altered, extended, emptied or made for another folder", async () => {
    const mine = await published("private");
    const other = await published("private");
    const url = signedMediaUrl(deps, mine.folder, mine.file);
    const [, , , expires = "", signature = ""] = url.split("/");
    const altered = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    const wrong = [
      url.replace(signature, altered),
      url.replace(signature, signature.slice(0, -4)),
      url.replace(signature, `${signature}AAAA`),
      url.replace(`/${signature}/`, "//"),
      url.replace(`/${signature}/`, "/-/"),
      url.replace(expires, String(Number(expires) + 3600)),
      url.replace(expires, "9999999999999"),
      url.replace(expires, "-1"),
      url.replace(expires, `${expires}.0`),
      url.replace(mine.folder, other.folder),
      url.replace(mine.folder, mine.folder.replace("0123456789abcdef", "fedcba9876543210")),
      url.replace(mine.folder, `contents/${mine.id}/0123456789abcdef`),
      url.replace(mine.folder, mine.folder.replace(/[^/]+(?=\/[^/]+$)/, "0")),
      url.replace(mine.file, mine.folder.replace("0123456789abcdef", "original")),
      url.replace("hls/360_0.m4s", "../original"),
      url.replace("hls/360_0.m4s", "..%2foriginal"),
      url.replace("hls/360_0.m4s", `..%2f..%2f${other.id}%2foriginal`),
    ];
    for (const path of wrong) expect([path, await status(path)]).toEqual([path, 404]);
  });

  test("serves a single file if the signature is for that file", async () => {
    const { id } = await published("private");
    const key = await mediaPath(deps, `contents/${id}/original`);
    expect((await get(signedMediaUrl(deps, key, key))).headers["content-type"]).toBe("application/octet-stream");
    await deps.storage.put("uploads/a/frame-0.webp", BODY, { contentType: "" });
    await deps.storage.put("uploads/a/frame-1.webp", BODY, { contentType: "" });
    const frame = signedMediaUrl(deps, "uploads/a/frame-0.webp", "uploads/a/frame-0.webp");
    expect(await status(frame)).toBe(200);
    expect(await status(frame.replace("frame-0", "frame-1"))).toBe(404);
  });
});

describe("a file", () => {
  test("is served in ranges", async () => {
    const { file } = await published();
    const parts: [string, string, string][] = [
      ["bytes=0-0", "0", "bytes 0-0/10"],
      ["bytes=2-5", "2345", "bytes 2-5/10"],
      ["bytes=7-", "789", "bytes 7-9/10"],
      ["bytes=-3", "789", "bytes 7-9/10"],
      ["bytes=5-900", "56789", "bytes 5-9/10"],
      ["bytes=-900", BODY, "bytes 0-9/10"],
    ];
    for (const [range, body, contentRange] of parts) {
      const reply = await get(toPublicUrl(file), { range });
      expect(reply).toMatchObject({ status: 206, body: Buffer.from(body) });
      expect(reply.headers).toMatchObject({ "content-range": contentRange, "content-length": String(body.length) });
    }
    for (const range of ["bytes=10-", "bytes=99-100", "bytes=-0"]) {
      const reply = await get(toPublicUrl(file), { range });
      expect(reply).toMatchObject({ status: 416, body: Buffer.alloc(0) });
      expect(reply.headers["content-range"]).toBe("bytes */10");
    }
    // Served whole, as the standard allows for ranges that are not understood.
    for (const range of ["bytes=5-2", "bytes=0-1,4-5", "lines=1-2", "bytes=", "bytes=a-b", `bytes=${"9".repeat(400)}x`])
      expect(await get(toPublicUrl(file), { range })).toMatchObject({ status: 200, body: Buffer.from(BODY) });
  });

  test("is not sent again if the client has it, and ranges of two versions are never mixed", async () => {
    const { file } = await published();
    const { headers } = await get(toPublicUrl(file));
    const etag = String(headers.etag);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const reply = await get(toPublicUrl(file), { "if-none-match": known });
      expect(reply).toMatchObject({ status: 304, body: Buffer.alloc(0) });
      expect(reply.headers.etag).toBe(etag);
    }
    expect((await get(toPublicUrl(file), { "if-none-match": '"x"' })).status).toBe(200);
    expect((await get(toPublicUrl(file), { range: "bytes=0-1", "if-range": etag })).status).toBe(206);
    expect((await get(toPublicUrl(file), { range: "bytes=0-1", "if-range": '"older"' })).status).toBe(200);
  });

  test("can be requested with HEAD", async () => {
    const { file, folder } = await published("private");
    const path = signedMediaUrl(deps, folder, file);
    const reply = await rawRequest(testApp.origin, { method: "HEAD", path });
    expect(reply).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect(reply.headers).toMatchObject({
      "content-length": "10",
      "content-type": "video/iso.segment",
      "accept-ranges": "bytes",
    });
    const missing = await rawRequest(testApp.origin, { method: "HEAD", path: toPublicUrl(`${folder}/none`) });
    expect(missing).toMatchObject({ status: 404, body: Buffer.alloc(0) });
    for (const method of ["POST", "PUT", "DELETE"])
      expect((await rawRequest(testApp.origin, { method, path })).status).toBeOneOf([404, 405]);
  });
});

describe("a path that climbs, is hidden or never ends", () => {
  test.each([
    "../../../../etc/passwd",
    "..%2f..%2f..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "%252e%252e%252fetc%252fpasswd",
    "..%5c..%5cetc%5cpasswd",
    "/etc/passwd",
    "%2fetc%2fpasswd",
    "//etc/passwd",
    "accounts/../../../secret.key",
    "accounts/..%2f..%2fsecret.key",
    "accounts/%2e%2e%2f%2e%2e%2fsecret.key",
    "accounts/a%00.webp",
    "accounts/%0a",
    "accounts/.hidden",
    "accounts/",
    "accounts",
    "categories/a//b",
    `accounts/${"a".repeat(5_000)}`,
    `accounts/${"a/".repeat(1_000)}b`,
    "contents/------------------------------------/run/file",
    "contents/00000000-0000-0000-0000-000000000000/run/file",
    "contents/' or 1=1 --/run/file",
    "",
  ])("%s is not found", async (key) => {
    const path = encodeURI(`/media/o/${key}`).replaceAll("%25", "%");
    const reply = await get(path);
    expect(reply.status).toBe(404);
    expect(JSON.parse(reply.body.toString())).toMatchObject({ code: 404, status: "error", data: null });
    expect(await status(path.replace("/media/o/", "/media/s/9999999999/AAAAAAAAAAAAAAAAAAAAAA/"))).toBe(404);
  });

  test("a broken escape is a bad request", async () => {
    for (const path of ["/media/o/accounts/%zz", "/media/s/%/x/y", "/media/o/%e0%a4%a"])
      expect([path, await status(path)]).toEqual([path, expect.toSatisfy((code) => code === 400 || code === 404)]);
  });
});

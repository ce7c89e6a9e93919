import { refusal } from "@app/contract/http";
import { describe, expect, test } from "vitest";
import { signedMediaUrl } from "#platform/media-url.ts";
import { mediaPath } from "#testing/media-path.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createDownloadLimit } from "./download-limit.ts";

const testApp = await createTestApp({ TRUST_PROXY: "loopback", DOWNLOAD_LIMITS: "originals=2,least=1,media=1" });
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });

const GB = 1000 ** 3;
const SIZE = 600_000_000;
const ROBOT = "203.0.113.1";

/** The limit by itself, at a time that the test sets. */
function openLimit() {
  const time = { ms: 0 };
  const limit = createDownloadLimit({ config: deps.config, now: () => new Date(time.ms) });
  const original = (address: string, sentBytes = SIZE, id = "a") =>
    limit(address, { key: `contents/${id}/original`, sizeBytes: SIZE, sentBytes });
  return { time, limit, original };
}

describe("the limit of downloads", () => {
  test("counts an original by its bytes, for each address and item, and for an hour", () => {
    const { time, original } = openLimit();
    // Two whole ones, in four ranges.
    for (let at = 0; at < 4; at++) expect(original(ROBOT, SIZE / 2)).toBe(0);
    time.ms = 1_800_000;
    expect(original(ROBOT, 1)).toBe(1_800);
    expect(original(ROBOT, SIZE, "b")).toBe(0);
    expect(original("203.0.113.2")).toBe(0);
    time.ms = 3_600_000;
    expect(original(ROBOT)).toBe(0);
  });

  test("lets a class download a small file, and counts an IPv6 line as one", () => {
    const { limit } = openLimit();
    const handout = { key: "contents/a/original", sizeBytes: 20_000, sentBytes: 20_000 };
    for (let at = 0; at < 50; at++) expect(limit(`2001:db8:1:2::${at.toString(16)}`, handout)).toBe(0);
    expect(limit("2001:db8:1:2:ffff::9", handout)).toBeGreaterThan(0);
    expect(limit("2001:db8:1:3::1", handout)).toBe(0);
  });

  test("of what is played is apart from that, and is gigabytes", () => {
    const { limit, original } = openLimit();
    for (let at = 0; at < 2; at++) expect(original(ROBOT)).toBe(0);
    const segment = { key: "contents/a/run/hls/720_0.m4s", sizeBytes: 2_000_000, sentBytes: 2_000_000 };
    for (let at = 0; at < GB / segment.sizeBytes; at++) expect(limit(ROBOT, segment)).toBe(0);
    expect(limit(ROBOT, { ...segment, key: "contents/a/run/hls/720_1.m4s" })).toBeGreaterThan(0);
  });

  test("an evening of watching at the highest bit rate is far from the one that ships", () => {
    const shipped = createDownloadLimit({
      config: { ...deps.config, downloadLimits: { originals: 10, least: 1_000, media: 200 } },
      now: () => new Date(0),
    });
    // Ten viewers behind one address, an hour of 4-second segments at 12 Mbit/s each.
    const segment = { sizeBytes: 6_000_000, sentBytes: 6_000_000 };
    for (let at = 0; at < 10 * 900; at++)
      expect(shipped(ROBOT, { ...segment, key: `contents/a/run/hls/1080_${at}.m4s` })).toBe(0);
  });
});

test("a robot is told when to come again, as a sentence for people, and others are not disturbed", async () => {
  const { id, run } = await testApp.publishes(maya, "Regatta", { visibility: "unlisted" });
  await deps.storage.put(`contents/${id}/original`, Buffer.alloc(600_000), { contentType: "" });
  await deps.storage.put(`contents/${id}/${run}/hls/360_0.m4s`, "a segment", { contentType: "" });
  const folder = await mediaPath(deps, `contents/${id}`);
  const url = (file: string) => signedMediaUrl(deps, `${folder}/${file}`, `${folder}/${file}`);
  const get = (file: string, address: string, more: Record<string, string> = {}, method = "GET") =>
    testApp.visitor.send(method, url(file), { headers: { "x-forwarded-for": address, ...more } });
  for (let at = 0; at < 2; at++) expect((await get("original", ROBOT)).status).toBe(200);

  const refused = await get("original", ROBOT);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
  expect(refusal.parse(JSON.parse(refused.text)).message).toBe(
    "This was downloaded too often from your network. Please try again in 60 minutes.",
  );
  expect((await get("original", ROBOT, { range: "bytes=0-9" })).status).toBe(429);
  const page = await get("original", ROBOT, { accept: "text/html,*/*" });
  expect([page.status, page.headers.get("content-type"), page.text]).toEqual([
    ...[429, "text/plain; charset=utf-8"],
    "This was downloaded too often from your network. Please try again in 60 minutes.",
  ]);
  expect((await get("original", ROBOT, {}, "HEAD")).status).toBe(200);
  expect((await get(`${run}/hls/360_0.m4s`, ROBOT)).status).toBe(200);
  expect((await get("original", "203.0.113.2")).status).toBe(200);
  // Behind a proxy that is not trusted everybody has this address.
  for (let at = 0; at < 4; at++) expect((await testApp.visitor.send("GET", url("original"))).status).toBe(200);
});

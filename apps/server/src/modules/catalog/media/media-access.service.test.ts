import { refusal } from "@app/contract/http";
import { afterAll, describe, expect, test } from "vitest";
import { signedMediaUrl } from "#platform/media-url.ts";
import { connectRedis, type SharedRedis } from "#platform/redis/redis.ts";
import { startFakeRedis } from "#testing/fake-redis.ts";
import { mediaPath } from "#testing/media-path.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createDownloadLimit } from "./media-access.service.ts";

const testApp = await createTestApp({
  TRUST_PROXY: "loopback",
  DOWNLOAD_LIMITS: "originals=2,least=1,media=1",
  MEDIA_URL: "https://cdn.test",
});
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });

const GB = 1000 ** 3;
const SIZE = 600_000_000;
const ROBOT = "203.0.113.1";

/** The limit on its own, with a clock that the test sets. */
function openLimit(redis: SharedRedis | null = null) {
  const time = { ms: 0 };
  const limit = createDownloadLimit({ config: deps.config, now: () => new Date(time.ms) }, redis);
  const original = (address: string, sentBytes = SIZE, id = "a") =>
    limit(address, { key: `contents/${id}/original`, sizeBytes: SIZE, sentBytes });
  return { time, limit, original };
}

describe("the limit of downloads", () => {
  test("counts the bytes of an original per address and item for an hour", async () => {
    const { time, original } = openLimit();
    // Two whole ones, in four ranges.
    for (let at = 0; at < 4; at++) expect(await original(ROBOT, SIZE / 2)).toBe(0);
    time.ms = 1_800_000;
    expect(await original(ROBOT, 1)).toBe(1_800);
    expect(await original(ROBOT, SIZE, "b")).toBe(0);
    expect(await original("203.0.113.2")).toBe(0);
    time.ms = 3_600_000;
    expect(await original(ROBOT)).toBe(0);
  });

  test("lets a whole class download a small file, and counts an IPv6 /64 as one address", async () => {
    const { limit } = openLimit();
    const handout = { key: "contents/a/original", sizeBytes: 20_000, sentBytes: 20_000 };
    for (let at = 0; at < 50; at++) expect(await limit(`2001:db8:1:2::${at.toString(16)}`, handout)).toBe(0);
    expect(await limit("2001:db8:1:2:ffff::9", handout)).toBeGreaterThan(0);
    expect(await limit("2001:db8:1:3::1", handout)).toBe(0);
  });

  test("counts each image of a set for itself, so that whoever may can download all of them", async () => {
    const { limit } = openLimit();
    for (let at = 0; at < 10; at++) {
      const image = { key: `contents/a/original/${at}`, sizeBytes: SIZE, sentBytes: SIZE };
      for (let times = 0; times < 2; times++) expect(await limit(ROBOT, image)).toBe(0);
      expect(await limit(ROBOT, image)).toBeGreaterThan(0);
    }
  });

  test("for playback is a separate one, of gigabytes", async () => {
    const { limit, original } = openLimit();
    for (let at = 0; at < 2; at++) expect(await original(ROBOT)).toBe(0);
    const segment = { key: "contents/a/run/hls/720_0.m4s", sizeBytes: 2_000_000, sentBytes: 2_000_000 };
    for (let at = 0; at < GB / segment.sizeBytes; at++) expect(await limit(ROBOT, segment)).toBe(0);
    expect(await limit(ROBOT, { ...segment, key: "contents/a/run/hls/720_1.m4s" })).toBeGreaterThan(0);
  });

  test("as shipped, is not reached by an hour of ten viewers at the highest bit rate", async () => {
    const shipped = createDownloadLimit(
      {
        config: { ...deps.config, downloadLimits: { originals: 10, least: 1_000, media: 200 } },
        now: () => new Date(0),
      },
      null,
    );
    // Ten viewers behind one address, an hour of 4-second segments at 12 Mbit/s each.
    const segment = { sizeBytes: 6_000_000, sentBytes: 6_000_000 };
    for (let at = 0; at < 10 * 900; at++)
      expect(await shipped(ROBOT, { ...segment, key: `contents/a/run/hls/1080_${at}.m4s` })).toBe(0);
  });
});

describe("web processes that share a Redis", async () => {
  const fake = await startFakeRedis();
  const open = () => openLimit(connectRedis(fake.url, deps));
  const [one, two] = [open(), open()];
  afterAll(() => fake.stop());
  /** Redis is asked in the background until it answers. */
  const answers = (limit: typeof one, id: string) =>
    expect
      .poll(async () => {
        await limit.original(ROBOT, SIZE / 50, id);
        return fake.seen.includes("incrby");
      })
      .toBe(true);

  test("share one count, by the clock of Redis", async () => {
    await answers(one, "warm");
    await answers(two, "warm");
    expect(await one.original(ROBOT)).toBe(0);
    expect(await two.original(ROBOT)).toBe(0);
    for (const limit of [one, two]) {
      const waitS = await limit.original(ROBOT, SIZE);
      expect([waitS > 3_500, waitS <= 3_600]).toEqual([true, true]);
      expect(await limit.original(ROBOT, SIZE, "another")).toBe(0);
    }
  });

  test("count concurrent requests once", async () => {
    await answers(one, "warm");
    await Promise.all(Array.from({ length: 10 }, () => one.original(ROBOT, SIZE / 10, "together")));
    expect(await two.original(ROBOT, SIZE / 2, "together")).toBe(0);
    expect(await two.original(ROBOT, SIZE / 2, "together")).toBe(0);
    expect(await two.original(ROBOT, SIZE / 2, "together")).toBeGreaterThan(0);
  });

  test("report to it in steps of a hundredth of the limit, not for each picture", async () => {
    const before = fake.seen.length;
    const picture = { key: "contents/p/run/small.webp", sizeBytes: 20_000, sentBytes: 20_000 };
    for (let at = 0; at < 400; at++) expect(await one.limit(ROBOT, picture)).toBe(0);
    // 8 MB of a gigabyte.
    expect(fake.seen.length).toBe(before);
  });

  test("allow half each while Redis is down, and add up their counts once it is back", async () => {
    await fake.stop();
    for (const limit of [one, two]) {
      expect(await limit.original(ROBOT, SIZE, "away")).toBe(0);
      expect(await limit.original(ROBOT, SIZE, "away")).toBeGreaterThan(0);
    }
    await fake.start();
    const shared = () => fake.seen.filter((name) => name === "incrby").length;
    for (const limit of [one, two]) {
      const before = shared();
      const ask = async () => ((await limit.original(ROBOT, 0, "away")) === 0 ? shared() : 0);
      await expect.poll(ask).toBeGreaterThan(before);
    }
    expect(await one.original(ROBOT, SIZE / 50, "away")).toBeGreaterThan(0);
  });
});

test("a robot is told when to retry, a person gets a readable message, and others are not affected", async () => {
  const { id, run } = await testApp.publishes(maya, "Regatta", { visibility: "unlisted" });
  await deps.storage.put(`contents/${id}/original`, Buffer.alloc(600_000), { contentType: "" });
  await deps.storage.put(`contents/${id}/${run}/hls/360_0.m4s`, "a segment", { contentType: "" });
  const segment = `${run}/hls/360_0.m4s`;
  const paths = new Map<string, string>();
  for (const file of ["original", segment]) paths.set(file, await mediaPath(deps, `contents/${id}/${file}`));
  // A slow machine may take seconds between two requests.
  const at = new Date();
  deps.now = () => at;
  const here = { ...deps, config: { mediaUrl: "" } };
  const url = (file: string) => signedMediaUrl(here, paths.get(file) ?? "", paths.get(file) ?? "");
  const get = (file: string, address: string, more: Record<string, string> = {}, method = "GET") =>
    testApp.visitor.send(method, url(file), { headers: { "x-forwarded-for": address, ...more } });
  for (let n = 0; n < 2; n++) expect((await get("original", ROBOT)).status).toBe(200);

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
  expect((await get(segment, ROBOT)).status).toBe(200);
  expect((await get("original", "203.0.113.2")).status).toBe(200);
  // The page fetches from the origin of MEDIA_URL.
  for (const reply of [refused, await get(segment, ROBOT)])
    expect(reply.headers.get("access-control-allow-origin")).toBe(deps.config.publicUrl);
  // Behind a proxy that is not trusted everybody has this address.
  for (let n = 0; n < 4; n++) expect((await testApp.visitor.send("GET", url("original"))).status).toBe(200);
  deps.now = () => new Date();
});

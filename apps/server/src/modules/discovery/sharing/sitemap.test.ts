import { channelHref, contentHref } from "@app/contract/paths";
import { expect, test } from "vitest";
import { hideChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createSitemapIndex, writeSitemap } from "./sitemap.service.ts";

const testApp = await createTestApp({ PUBLIC_URL: "https://fieldhouse.test" });
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });

function readText(path: string): Promise<string> {
  return fetch(testApp.origin + path).then((reply) => reply.text());
}

function placesIn(xml: string): string[] {
  return [...xml.matchAll(/<loc>https:\/\/fieldhouse\.test([^<]+)<\/loc>/g)].map(([, path = ""]) => path);
}

/** Every URL in every file of the sitemap index. */
async function readSitemaps(): Promise<string[]> {
  const files = placesIn(await readText("/sitemap.xml"));
  return (await Promise.all(files.map(readText))).flatMap(placesIn);
}

test("robots.txt lists the private paths and the sitemap; pages that say noindex themselves stay readable", async () => {
  const robots = (await readText("/robots.txt")).split("\n");
  expect(robots).toEqual(expect.arrayContaining(["Disallow: /api/", "Disallow: /setting", "Disallow: /referral-page"]));
  expect(robots).toContain("Sitemap: https://fieldhouse.test/sitemap.xml");
  const closed = robots.flatMap((line) => line.split("Disallow: ").slice(1));
  expect(closed.filter((path) => ["/referral/ABCD2345", "/recruit/x"].some((open) => open.startsWith(path)))).toEqual(
    [],
  );
});

test("search engines find the public pages, items and channels", async () => {
  const open = await testApp.publishes(maya, "Season opener");
  const pictures = await testApp.publishes(maya, "Team pictures", { type: "image" });
  const playbook = await testApp.publishes(maya, "Playbook", { type: "document" });
  expect(await readSitemaps()).toEqual(
    expect.arrayContaining([
      "/explore",
      `/category-listing/${testApp.categoryId}`,
      contentHref("video", open.id),
      contentHref("image", pictures.id),
      contentHref("document", playbook.id),
      channelHref(maya.channelId),
    ]),
  );
  expect((await fetch(`${testApp.origin}/sitemaps/items-x.xml`)).status).toBe(404);
});

test("search engines find nothing that is not public, and nobody who may not be found", async () => {
  const closed = await Promise.all([
    testApp.publishes(maya, "Locker room", { visibility: "private" }),
    testApp.publishes(maya, "For the family", { visibility: "unlisted" }),
    testApp.publishes(maya, "Not ready", { state: "processing" }),
    testApp.publishes(maya, "Hidden"),
    testApp.publishes(maya, "Deleted"),
  ]);
  await deps.pool.query("update contents set hidden_at = now() where title = 'Hidden'");
  await deps.pool.query("update contents set deleted_at = now() where title = 'Deleted'");
  const gone = await testApp.person("gone", { plan: "Individual" });
  const asleep = await testApp.publishes(gone, "Before I left");
  await hideChannelOf(deps.sql, gone.accountId, "deactivation");
  const fan = await testApp.person("fan");
  const tim = await testApp.person("tim", { plan: "Individual" });
  const minors = await testApp.publishes(tim, "Freshman year");
  await deps.pool.query("update accounts set date_of_birth = (now() - interval '15 years')::date where id = $1", [
    tim.accountId,
  ]);

  const secret = [
    ...[...closed, asleep, minors].map(({ id }) => contentHref("video", id)),
    ...[gone, fan, tim].map(({ channelId }) => channelHref(channelId)),
  ];
  const listed = await readSitemaps();
  expect(listed).toContain(channelHref(maya.channelId));
  expect(listed.filter((path) => secret.includes(path))).toEqual([]);

  await deps.pool.query("insert into privacy_settings (account_id, is_indexed) values ($1, true)", [tim.accountId]);
  expect(await readSitemaps()).toEqual(
    expect.arrayContaining([channelHref(tim.channelId), contentHref("video", minors.id)]),
  );
});

test("more URLs than fit in a file are split, each listed once", async () => {
  await deps.pool.query("delete from contents");
  const items = [];
  for (let n = 1; n <= 5; n++) items.push(await testApp.publishes(maya, `Game ${n}`));
  const expected = items.map(({ id }) => contentHref("video", id));

  const filesOf = async (fileMax: number) => {
    const starts = [...(await createSitemapIndex(deps, fileMax)()).join("").matchAll(/items-([0-9a-f-]{36})/g)];
    const read = async (start: string) => {
      let xml = "";
      for await (const lines of writeSitemap(deps, "items", start, fileMax)) xml += lines;
      return xml;
    };
    return (await Promise.all(starts.map(([, start = ""]) => read(start)))).map(placesIn);
  };
  for (const [fileMax, sizes] of [
    [2, [2, 2, 1]],
    [5, [5]],
    [4, [4, 1]],
    [50_000, [5]],
  ] as const) {
    const files = await filesOf(fileMax);
    expect(files.map((file) => file.length)).toEqual(sizes);
    expect(files.flat().toSorted()).toEqual(expected.toSorted());
  }
});

test("file boundaries are computed at most once an hour", async () => {
  const start = Date.now();
  let hours = 0;
  const readIndex = createSitemapIndex({ ...deps, now: () => new Date(start + hours * 3_600_000) }, 1);
  const before = await readIndex();
  await testApp.publishes(maya, "A new game");
  hours = 0.99;
  expect(await readIndex()).toEqual(before);
  hours = 1;
  expect((await readIndex()).length).toBe(before.length + 1);
});

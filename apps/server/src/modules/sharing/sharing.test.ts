import { channelHref, contentHref } from "@app/contract/addresses";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { openStage } from "#testing/stage.ts";
import { findPreview } from "./previews.service.ts";

const stage = await openStage({ PUBLIC_URL: "https://fieldhouse.test" });
const maya = await stage.person("maya", { plan: "Individual" });

function previewOf(address: string | null) {
  return findPreview(stage.deps, address ?? "");
}

/** What the product says of an address that is nobody's. */
const nothing = { title: "Fieldhouse", canonical: null, isIndexed: false, facts: null };

describe("a link to a public item", () => {
  test("carries its title, its channel, its own address and a picture of it", async () => {
    const item = await stage.publishes(maya, `Cup </script> "final" & more`);
    const head = await previewOf(contentHref("video", item.id));
    expect(head).toMatchObject({
      title: `Cup </script> "final" & more · maya's channel`,
      canonical: contentHref("video", item.id),
      kind: "video.other",
      isIndexed: true,
      facts: { "@type": "VideoObject", name: `Cup </script> "final" & more` },
    });

    const reply = await fetch(stage.origin + head.picture);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(reply.headers.get("cache-control")).toBe("public, max-age=86400");
    const { width, height, format } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: "jpeg" });
  });

  test("shows what is true now at an old picture's address, and does not let it be kept", async () => {
    const item = await stage.publishes(maya, "Derby");
    const reply = await fetch(`${stage.origin}/share/item/${item.id}-0123456789abcdef.jpg`);
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  });

  test.each([
    ["private", { visibility: "private" as const }],
    ["unlisted", { visibility: "unlisted" as const }],
  ])("that is %s says what every address says, and has no picture", async (_what, more) => {
    const item = await stage.publishes(maya, "Tactics, not for rivals", more);
    expect(await previewOf(contentHref("video", item.id))).toMatchObject(nothing);
    expect((await fetch(`${stage.origin}/share/item/${item.id}-0123456789abcdef.jpg`)).status).toBe(404);
  });
});

describe("a link to a channel", () => {
  test("carries its name, and nothing once it is hidden", async () => {
    const ana = await stage.person("ana", { plan: "Team" });
    const href = channelHref(ana.channelId);
    expect(await previewOf(href)).toMatchObject({
      title: "ana's channel (@ana) · Fieldhouse",
      canonical: href,
      kind: "profile",
      isIndexed: true,
    });
    await stage.deps.pool.query("update channels set hidden_at = now() where id = $1", [ana.channelId]);
    expect(await previewOf(href)).toMatchObject(nothing);
  });

  test("of a minor says nothing until they ask to be found, and neither do their items", async () => {
    const tim = await stage.person("tim", { plan: "Individual" });
    const item = await stage.publishes(tim, "Freshman year");
    await stage.deps.pool.query(
      "update accounts set date_of_birth = (now() - interval '15 years')::date where id = $1",
      [tim.accountId],
    );
    for (const href of [channelHref(tim.channelId), contentHref("video", item.id)])
      expect(await previewOf(href)).toMatchObject(nothing);
    expect((await fetch(`${stage.origin}/share/channel/${tim.channelId}-0123456789abcdef.jpg`)).status).toBe(404);
    expect(await readSitemaps()).not.toContain(contentHref("video", item.id));

    await stage.deps.pool.query("insert into privacy_settings (account_id, is_indexed) values ($1, true)", [
      tim.accountId,
    ]);
    expect(await previewOf(channelHref(tim.channelId))).toMatchObject({ isIndexed: true });
    expect(await readSitemaps()).toContain(contentHref("video", item.id));
  });

  test("of a General User says nothing", async () => {
    const leo = await stage.person("leo");
    expect(await previewOf(channelHref(leo.channelId))).toMatchObject(nothing);
  });
});

describe("other addresses", () => {
  test("of a category carry its name", async () => {
    expect(await previewOf(`/category-listing/${stage.categoryId}`)).toMatchObject({
      title: "Rowing · Fieldhouse",
      isIndexed: true,
    });
  });

  test("of the pages for everybody are found at one address each", async () => {
    for (const path of ["/", "/explore", "/terms", "/privacy", "/guidelines"])
      expect(await previewOf(path)).toMatchObject({ canonical: path, isIndexed: true });
    expect(await previewOf("/portal")).toMatchObject({ canonical: "/explore" });
  });

  test.each([
    "/setting",
    "/video/%E0%A4%A",
    "/video/____",
    "/video/",
    "/profile/toString",
    "/constructor/x",
    "/category-listing/99999999999999",
    "/referral/NOSUCHCODE",
    `/referral/${"x".repeat(5_000)}`,
    "/video/a/b/c",
  ])("%.40s says what every address says", async (address) => {
    expect(await previewOf(address)).toMatchObject(nothing);
  });

  test("that are no pictures are not there", async () => {
    for (const path of ["item/x.jpg", "nothing/a-0123456789abcdef.jpg", "toString/a-0123456789abcdef.jpg"])
      expect((await fetch(`${stage.origin}/share/${path}`)).status).toBe(404);
  });
});

describe("search engines", () => {
  test("are told what not to read, and where the list is", async () => {
    const robots = await (await fetch(`${stage.origin}/robots.txt`)).text();
    expect(robots).toContain("Disallow: /api/");
    expect(robots).toContain("Sitemap: https://fieldhouse.test/sitemap.xml");
  });

  test("find the public pages and items, and nothing that is private", async () => {
    const open = await stage.publishes(maya, "Season opener");
    const closed = await stage.publishes(maya, "Locker room", { visibility: "private" });
    const listed = await readSitemaps();
    expect(listed).toContain("<loc>https://fieldhouse.test/explore</loc>");
    expect(listed).toContain(`/category-listing/${stage.categoryId}</loc>`);
    expect(listed).toContain(`<loc>https://fieldhouse.test${contentHref("video", open.id)}</loc>`);
    expect(listed).toContain(channelHref(maya.channelId));
    expect(listed).not.toContain(contentHref("video", closed.id));
    expect((await fetch(`${stage.origin}/sitemaps/items-x.xml`)).status).toBe(404);
  });
});

/** Every file that the table of contents names, together. */
async function readSitemaps(): Promise<string> {
  const index = await (await fetch(`${stage.origin}/sitemap.xml`)).text();
  const files = [...index.matchAll(/<loc>https:\/\/fieldhouse\.test([^<]+)<\/loc>/g)].map(([, path]) => path);
  const texts = await Promise.all(files.map(async (path) => (await fetch(stage.origin + path)).text()));
  return texts.join("\n");
}

import { channelHref, contentHref } from "@app/contract/paths";
import { referralRoutes } from "@app/contract/referrals";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { addCategory } from "#modules/catalog/categories/categories.service.ts";
import { hideChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { findPreview } from "./previews.service.ts";

const testApp = await createTestApp({ PUBLIC_URL: "https://fieldhouse.test" });
const { pool } = testApp.deps;
const maya = await testApp.person("maya", { plan: "Individual" });

function previewOf(address: string | null) {
  return findPreview(testApp.deps, address ?? "");
}

async function fetchPicture(address: string | null): Promise<Response> {
  const { picture } = await previewOf(address);
  return fetch(testApp.origin + picture);
}

async function sizeOf(reply: Response) {
  const { width, height, format } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
  return { width, height, format };
}

const SHARED = { width: 1200, height: 630, format: "jpeg" };

/** The product's preview of a URL that leads to nothing. */
const nothing = { title: "Fieldhouse", canonical: null, isIndexed: false, facts: null };

describe("a link to a public item", () => {
  test("carries its title, channel, canonical URL and picture", async () => {
    const item = await testApp.publishes(maya, `Cup </script> "final" & more`);
    const head = await previewOf(contentHref("video", item.id));
    expect(head).toMatchObject({
      title: `Cup </script> "final" & more · maya's channel`,
      canonical: contentHref("video", item.id),
      kind: "video.other",
      isIndexed: true,
      facts: { "@type": "VideoObject", name: `Cup </script> "final" & more` },
    });

    const reply = await fetch(testApp.origin + head.picture);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(reply.headers.get("cache-control")).toBe("public, max-age=300, must-revalidate");
    expect(await sizeOf(reply)).toEqual(SHARED);

    const tag = reply.headers.get("etag") ?? "";
    const again = await fetch(testApp.origin + head.picture, { headers: { "if-none-match": tag } });
    expect([again.status, again.headers.get("cache-control")]).toEqual([304, "public, max-age=300, must-revalidate"]);
  });

  test("keeps only one picture, whatever its earlier title", async () => {
    const item = await testApp.publishes(maya, "Derby, first leg");
    const address = contentHref("video", item.id);
    const { picture: before } = await previewOf(address);
    await fetchPicture(address);
    await pool.query("update contents set title = $2 where id = $1", [item.id, "Derby 🏀 決勝"]);
    const { picture: after } = await previewOf(address);
    expect(after).not.toBe(before);
    const replies = await Promise.all([fetchPicture(address), fetchPicture(address)]);
    expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
    expect(await testApp.deps.storage.list(`shares/item/${item.id}/`)).toHaveLength(1);
  });

  const revokes: [string, (id: string, owner: TestPerson) => Promise<unknown>][] = [
    ["made private", (id) => pool.query("update contents set visibility = 'private' where id = $1", [id])],
    ["hidden", (id) => pool.query("update contents set hidden_at = now() where id = $1", [id])],
    ["deleted", (id) => pool.query("update contents set deleted_at = now() where id = $1", [id])],
    [
      "of a channel that is deactivated",
      (_id, { accountId }) => hideChannelOf(testApp.deps.sql, accountId, "deactivation"),
    ],
    ["of somebody who asks not to be found", (_id, { accountId }) => keepFromStrangers(accountId)],
  ];
  test.each(revokes)("has no picture at the same URL once it is %s", async (what, revoke) => {
    const owner = await testApp.person(`owner_${revokes.findIndex(([one]) => one === what)}`, { plan: "Individual" });
    const item = await testApp.publishes(owner, "For everybody, for now");
    const address = contentHref("video", item.id);
    const { picture } = await previewOf(address);
    expect((await fetchPicture(address)).status).toBe(200);

    await revoke(item.id, owner);
    expect((await fetch(testApp.origin + picture)).status).toBe(404);
    expect(await previewOf(address)).toMatchObject(nothing);
  });

  test("shows the current state at an old picture URL, uncached", async () => {
    const item = await testApp.publishes(maya, "Derby");
    const reply = await fetch(`${testApp.origin}/share/item/${item.id}-0123456789abcdef.jpg`);
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  });

  test.each([
    ["image", "/image/"],
    ["document", "/file/"],
  ] as const)("of type %s leads to its own page, with its title and picture", async (type, folder) => {
    const item = await testApp.publishes(maya, `Zone ${type}`, { type });
    const address = contentHref(type, item.id);
    expect(address).toContain(folder);
    expect(await previewOf(address)).toMatchObject({
      title: `Zone ${type} · maya's channel`,
      canonical: address,
      kind: "article",
      isIndexed: true,
      facts: null,
    });
    expect(await sizeOf(await fetchPicture(address))).toEqual(SHARED);
    const html = await (await fetch(testApp.origin + address)).text();
    expect(html).toContain(`<meta property="og:title" content="Zone ${type} · maya&#39;s channel"`);
  });

  test("that is private looks like any other URL and has no picture", async () => {
    const item = await testApp.publishes(maya, "Tactics, not for rivals", { visibility: "private" });
    expect(await previewOf(contentHref("video", item.id))).toMatchObject(nothing);
    expect((await fetch(`${testApp.origin}/share/item/${item.id}-0123456789abcdef.jpg`)).status).toBe(404);
  });
});

test.each(["video", "image", "document"] as const)(
  "a link to an unlisted %s has its preview, which no search engine may keep",
  async (type) => {
    const item = await testApp.publishes(maya, "For the family", { type, visibility: "unlisted" });
    const address = contentHref(type, item.id);
    expect(await previewOf(address)).toMatchObject({
      title: "For the family · maya's channel",
      isIndexed: false,
      facts: null,
    });
    expect(await sizeOf(await fetchPicture(address))).toEqual(SHARED);
    expect(await (await fetch(testApp.origin + address)).text()).toMatch(/<meta name="robots" content="noindex/);
  },
);

describe("a link to a channel", () => {
  test("carries its name, and nothing once it is hidden", async () => {
    const ana = await testApp.person("ana", { plan: "Team" });
    const href = channelHref(ana.channelId);
    expect(await previewOf(href)).toMatchObject({
      title: "ana's channel (@ana) · Fieldhouse",
      canonical: href,
      kind: "profile",
      isIndexed: true,
    });
    await testApp.deps.pool.query("update channels set hidden_at = now() where id = $1", [ana.channelId]);
    expect(await previewOf(href)).toMatchObject(nothing);
  });

  test("of a minor reveals nothing until they ask to be found, and neither do their items", async () => {
    const tim = await testApp.person("tim", { plan: "Individual" });
    const item = await testApp.publishes(tim, "Freshman year");
    await testApp.deps.pool.query(
      "update accounts set date_of_birth = (now() - interval '15 years')::date where id = $1",
      [tim.accountId],
    );
    for (const href of [channelHref(tim.channelId), contentHref("video", item.id)])
      expect(await previewOf(href)).toMatchObject(nothing);
    expect((await fetch(`${testApp.origin}/share/channel/${tim.channelId}-0123456789abcdef.jpg`)).status).toBe(404);

    await testApp.deps.pool.query("insert into privacy_settings (account_id, is_indexed) values ($1, true)", [
      tim.accountId,
    ]);
    expect(await previewOf(channelHref(tim.channelId))).toMatchObject({ isIndexed: true });
  });

  test("of a General User reveals nothing", async () => {
    const leo = await testApp.person("leo");
    expect(await previewOf(channelHref(leo.channelId))).toMatchObject(nothing);
  });
});

describe("an invitation", () => {
  test("carries the inviter, one canonical URL in any letter case, and a picture, and is not indexed", async () => {
    const { code } = await maya.call(referralRoutes.link);
    const head = await previewOf(`/referral/${code.toLowerCase()}`);
    expect(head).toMatchObject({
      title: "maya's channel invites you to Fieldhouse",
      description: expect.stringContaining("maya's channel"),
      canonical: `/referral/${code}`,
      isIndexed: false,
    });
    expect(await sizeOf(await fetchPicture(`/referral/${code}`))).toEqual(SHARED);
  });

  test("of a minor, or of somebody who opted out of being found, names nobody", async () => {
    const ivy = await testApp.person("ivy", { plan: "Individual" });
    const { code } = await ivy.call(referralRoutes.link);
    const { picture } = await previewOf(`/referral/${code}`);
    const born = (days: number) =>
      pool.query("update accounts set date_of_birth = current_date - $2::integer where id = $1", [ivy.accountId, days]);
    const namesNobody = async () => {
      expect(await previewOf(`/referral/${code}`)).toMatchObject({
        title: "You are invited to Fieldhouse",
        description: "Someone you know invites you: watch, follow, and show your own game.",
        canonical: null,
        isIndexed: false,
      });
      expect((await fetch(testApp.origin + picture)).status).toBe(404);
    };
    await born(6_000);
    await namesNobody();
    await born(9_000);
    expect(await previewOf(`/referral/${code}`)).toMatchObject({ title: "ivy's channel invites you to Fieldhouse" });
    await keepFromStrangers(ivy.accountId);
    await namesNobody();
  });

  const ends: [string, (owner: TestPerson) => Promise<unknown>][] = [
    [
      "is switched off",
      ({ accountId }) => pool.query("update referral_codes set is_active = false where earner_id = $1", [accountId]),
    ],
    [
      "is of a lapsed plan",
      ({ accountId }) => pool.query("update accounts set plan_lapsed_at = now() where id = $1", [accountId]),
    ],
    [
      "is of somebody who leaves",
      ({ accountId }) => pool.query("update accounts set deletion_due_at = now() where id = $1", [accountId]),
    ],
    ["is of a deactivated channel", ({ accountId }) => hideChannelOf(testApp.deps.sql, accountId, "deactivation")],
  ];
  test.each(ends)("reveals nothing once the link %s, and its picture is gone", async (what, end) => {
    const owner = await testApp.person(`inviter_${ends.findIndex(([one]) => one === what)}`, { plan: "Team" });
    const { code } = await owner.call(referralRoutes.link);
    const { picture } = await previewOf(`/referral/${code}`);
    expect((await fetch(testApp.origin + picture)).status).toBe(200);

    await end(owner);
    expect(await previewOf(`/referral/${code}`)).toMatchObject(nothing);
    expect((await fetch(testApp.origin + picture)).status).toBe(404);
  });
});

describe("other URLs", () => {
  test("of a category carry its name", async () => {
    expect(await previewOf(`/category-listing/${testApp.categoryId}`)).toMatchObject({
      title: "Rowing · Fieldhouse",
      description: "Rowing on Fieldhouse: videos by athletes and teams.",
      canonical: `/category-listing/${testApp.categoryId}`,
      isIndexed: true,
    });
  });

  test("of an unlisted category look like any other", async () => {
    const id = await addCategory(testApp.deps.sql, { name: "Curling", slug: "curling", pictureKey: null, position: 9 });
    expect(await previewOf(`/category-listing/${id}`)).toMatchObject({ title: "Curling · Fieldhouse" });
    await pool.query("update categories set is_listed = false where id = $1", [id]);
    expect(await previewOf(`/category-listing/${id}`)).toMatchObject(nothing);
  });

  test.each([
    ["a channel", () => channelHref(maya.channelId)],
    ["a category", () => `/category-listing/${testApp.categoryId}`],
    ["a page for everybody", () => "/explore"],
    ["no page at all", () => "/nowhere"],
  ])("of %s have a picture in the size previews expect", async (_what, address) => {
    const reply = await fetchPicture(address());
    expect([reply.status, await sizeOf(reply)]).toEqual([200, SHARED]);
  });

  test("of public pages have one canonical URL each", async () => {
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
  ])("%.40s looks like any other URL", async (address) => {
    expect(await previewOf(address)).toMatchObject(nothing);
  });

  test("of missing pictures are not found", async () => {
    for (const path of ["item/x.jpg", "nothing/a-0123456789abcdef.jpg", "toString/a-0123456789abcdef.jpg"])
      expect((await fetch(`${testApp.origin}/share/${path}`)).status).toBe(404);
  });
});

async function keepFromStrangers(accountId: string): Promise<void> {
  await pool.query("insert into privacy_settings (account_id, is_indexed) values ($1, false)", [accountId]);
}

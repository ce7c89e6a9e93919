import { channelRoutes } from "@app/contract/channels";
import { contentRoutes } from "@app/contract/contents";
import { discoveryRoutes } from "@app/contract/discovery";
import { viewRoutes } from "@app/contract/views";
import { expect, test } from "vitest";
import { hideChannelOf, showChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { deactivateAccount } from "#modules/identity/accounts/accounts.service.ts";
import { createTestApp } from "#testing/test-app.ts";
import { updateMediaColumns } from "./contents-media.sql.ts";

const testApp = await createTestApp();

test("a hidden item is missing from lists, pages and URLs, except for its owner and staff", async () => {
  const owner = await testApp.person("hid", { plan: "Individual" });
  const fan = await testApp.person("fan");
  const staff = await testApp.person("staff", { staffRole: "moderator" });
  const other = await testApp.person("other", { plan: "Individual" });
  const item = await testApp.publishes(owner, "Soon hidden");
  const near = await testApp.publishes(other, "Stays");
  const params = { id: item.id };
  const list = () => fan.call(contentRoutes.ofChannel, { params: { contentType: "video" }, query: {} });
  const related = () => fan.call(contentRoutes.related, { params: { id: near.id } });
  expect((await list()).contents).toHaveLength(2);
  expect(await related()).toHaveLength(1);

  await hideChannelOf(testApp.deps.sql, owner.accountId, "staff");
  for (const route of [contentRoutes.one, contentRoutes.related])
    expect((await fan.refused(route, { params })).code).toBe(404);
  expect((await fan.refused(viewRoutes.add, { params, body: { watched_s: 60 } })).code).toBe(404);
  const listed = await list();
  expect(listed.contents.map((card) => card.id)).toEqual([near.id]);
  expect(listed.pagination.total).toBe(1);
  expect(await related()).toEqual([]);
  expect(JSON.stringify(await fan.call(discoveryRoutes.trending))).not.toContain(item.id);
  for (const asker of [owner, staff]) {
    const seen = await asker.call(contentRoutes.one, { params });
    expect(seen).toMatchObject({ title: "Soon hidden" });
    // Public URLs would not work now.
    expect(JSON.stringify(seen)).not.toContain(`/media/o/contents/`);
  }
  const own = await owner.call(contentRoutes.mine, { params: { contentType: "video" } });
  expect(own.contents).toHaveLength(1);

  await showChannelOf(testApp.deps.sql, owner.accountId, "staff");
  expect((await list()).contents).toHaveLength(2);
});

test("only the owner and staff see the items of a channel that is hidden, deactivated or blocked", async () => {
  const staff = await testApp.person("moderator", { staffRole: "moderator" });
  const fan = await testApp.person("passer");
  const nosy = await testApp.person("nosy", { plan: "Individual" });
  for (const reason of ["deactivation", "staff"] as const) {
    const owner = await testApp.person(`owner_${reason}`, { plan: "Individual" });
    const reported = await testApp.publishes(owner, "Hidden by itself");
    await testApp.deps.pool.query("update contents set hidden_at = now() - interval '1 day' where id = $1", [
      reported.id,
    ]);
    for (const title of ["First", "Second"]) await testApp.publishes(owner, title);
    await testApp.publishes(owner, "Private", { visibility: "private" });
    await testApp.publishes(owner, "Unlisted", { visibility: "unlisted" });
    const pictured = await testApp.publishes(owner, "Third");
    await updateMediaColumns(testApp.deps.sql, pictured.id, {
      thumbnail_key: `contents/${pictured.id}/${pictured.run}/a.webp`,
    });
    if (reason === "deactivation") await deactivateAccount(testApp.deps.sql, owner.accountId);
    await hideChannelOf(testApp.deps.sql, owner.accountId, reason);
    const list = async (asker: typeof fan, channelId = owner.channelId) => {
      const query = { channel_id: channelId, per_page: 2 };
      return asker.call(contentRoutes.ofChannel, { params: { contentType: "video" }, query });
    };
    for (const asker of [owner, staff]) {
      const seen = await list(asker);
      expect(seen.contents.map((card) => card.title)).toEqual(["Third", "Second"]);
      expect(seen.pagination).toMatchObject({ total: 3, last_page: 2 });
      expect(seen.contents[0]?.thumbnail).toContain("/media/s/");
      await asker.call(contentRoutes.one, { params: { id: pictured.id } });
      const channel = await asker.call(channelRoutes.one, { params: { id: owner.channelId } });
      expect(channel.content_count).toBe(3);
    }
    for (const asker of [fan, nosy])
      expect(await list(asker)).toMatchObject({ contents: [], pagination: { total: 0 } });
    const everybodys = await staff.call(contentRoutes.ofChannel, { params: { contentType: "video" }, query: {} });
    expect(everybodys.contents.map((card) => card.title)).not.toContain("Third");
    if (reason === "deactivation") {
      await testApp.deps.pool.query("update accounts set erased_at = now() where id = $1", [owner.accountId]);
      expect((await list(staff)).contents).toEqual([]);
    }
  }
});

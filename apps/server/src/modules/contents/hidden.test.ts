import { contentRoutes } from "@app/contract/contents";
import { discoveryRoutes } from "@app/contract/discovery";
import { viewRoutes } from "@app/contract/views";
import { expect, test } from "vitest";
import { hideChannelOf, showChannelOf } from "#modules/channels/hide.service.ts";
import { openStage } from "#testing/stage.ts";
import { isOpenMedia } from "./contents.service.ts";

const stage = await openStage();

test("what is hidden is in no list, on no page and behind no address, but for its owner and staff", async () => {
  const owner = await stage.person("hid", { plan: "Individual" });
  const fan = await stage.person("fan");
  const staff = await stage.person("staff", { staffRole: "moderator" });
  const other = await stage.person("other", { plan: "Individual" });
  const item = await stage.publishes(owner, "Soon hidden");
  const near = await stage.publishes(other, "Stays");
  const params = { id: item.id };
  const list = () => fan.call(contentRoutes.ofChannel, { params: { contentType: "video" }, query: {} });
  const related = () => fan.call(contentRoutes.related, { params: { id: near.id } });
  expect((await list()).contents).toHaveLength(2);
  expect(await related()).toHaveLength(1);
  expect(await isOpenMedia(stage.deps, item.id)).toBe(true);

  await hideChannelOf(stage.deps.sql, owner.accountId, "staff");
  for (const route of [contentRoutes.one, contentRoutes.related])
    expect((await fan.refused(route, { params })).code).toBe(404);
  expect((await fan.refused(viewRoutes.add, { params, body: { watched_s: 60 } })).code).toBe(404);
  const listed = await list();
  expect(listed.contents.map((card) => card.id)).toEqual([near.id]);
  expect(listed.pagination.total).toBe(1);
  expect(await related()).toEqual([]);
  expect(await isOpenMedia(stage.deps, item.id)).toBe(false);
  expect(JSON.stringify(await fan.call(discoveryRoutes.trending))).not.toContain(item.id);
  for (const asker of [owner, staff]) {
    const seen = await asker.call(contentRoutes.one, { params });
    expect(seen).toMatchObject({ title: "Soon hidden" });
    // An open address would lead nowhere now.
    expect(JSON.stringify(seen)).not.toContain(`/media/o/contents/`);
  }
  const own = await owner.call(contentRoutes.mine, { params: { contentType: "video" } });
  expect(own.contents).toHaveLength(1);

  await showChannelOf(stage.deps.sql, owner.accountId, "staff");
  expect((await list()).contents).toHaveLength(2);
});

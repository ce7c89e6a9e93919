import { contentRoutes } from "@app/contract/contents";
import { expect, test } from "vitest";
import { inTransaction } from "#platform/db/database.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp, type TestApp } from "#testing/test-app.ts";
import { type HidingReason, hideChannelOf, showChannelOf } from "./hide-channel.service.ts";

const testApp: TestApp = await createTestApp();
const asker = await testApp.person("asker");

const hide = (person: TestPerson, reason: HidingReason) =>
  inTransaction(testApp.deps.sql, (tx) => hideChannelOf(tx, person.accountId, reason));
const show = (person: TestPerson, reason: HidingReason) =>
  inTransaction(testApp.deps.sql, (tx) => showChannelOf(tx, person.accountId, reason));

async function listed(owner: TestPerson): Promise<string[]> {
  const query = { channel_id: owner.channelId };
  const { contents } = await asker.call(contentRoutes.ofChannel, { params: { contentType: "video" }, query });
  return contents.map((item) => item.title);
}

test("a hidden channel's items disappear from all lists and pages, and come back with it", async () => {
  const maya = await testApp.person("maya", { plan: "Individual" });
  const fan = await testApp.person("fan");
  const item = await testApp.publishes(maya, "Regatta");
  await hide(maya, "deactivation");
  expect(await listed(maya)).toEqual([]);
  expect((await fan.refused(contentRoutes.one, { params: { id: item.id } })).code).toBe(404);
  expect(await show(maya, "deactivation")).toBe(true);
  expect(await listed(maya)).toEqual(["Regatta"]);
  await fan.call(contentRoutes.one, { params: { id: item.id } });
});

test("a channel is visible once no reason is left; items hidden individually stay hidden", async () => {
  const tom = await testApp.person("tom", { plan: "Team" });
  await testApp.publishes(tom, "Final");
  const bad = await testApp.publishes(tom, "Reported");
  await testApp.deps.pool.query("update contents set hidden_at = now() - interval '1 day' where id = $1", [bad.id]);
  await hide(tom, "deactivation");
  await hide(tom, "deletion");
  await hide(tom, "deletion");
  expect(await show(tom, "deletion")).toBe(false);
  expect(await show(tom, "deletion")).toBe(false);
  expect(await listed(tom)).toEqual([]);
  expect(await show(tom, "deactivation")).toBe(true);
  expect(await listed(tom)).toEqual(["Final"]);
  expect(await show(tom, "staff")).toBe(false);
});

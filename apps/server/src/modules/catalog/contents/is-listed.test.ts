import { accountSecurityRoutes } from "@app/contract/account-security";
import { accountRoutes } from "@app/contract/accounts";
import { contentRoutes } from "@app/contract/contents";
import { earnerRoutes } from "@app/contract/earners";
import { expect, test } from "vitest";
import { queueErasures } from "#modules/identity/deletion/deletion.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import { PASSWORD, type TestPerson, toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { updateMediaColumns } from "./contents-media.sql.ts";
import { hideChannelOf, showChannelOf } from "./hide-channel.service.ts";

const testApp = await createTestApp();
const { pool, sql } = testApp.deps;

/** The rule, computed from the columns that decide it. */
const RULE = `i.state = 'ready' and i.visibility = 'public' and i.deleted_at is null and i.hidden_at is null
  and c.hidden_at is null`;

/** Compares every item's stored column with the rule, and a stranger's list with the column. */
async function expectListed(owner: TestPerson, titles: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ title: string; is_listed: boolean; rule: boolean; channel_id: string }>(
    `select i.title, i.is_listed, (${RULE}) as rule, i.channel_id from contents i join channels c on c.id = i.channel_id`,
  );
  for (const row of rows) expect([row.title, row.is_listed]).toEqual([row.title, row.rule]);
  const stored = rows.filter((row) => row.channel_id === owner.channelId && row.is_listed).map((row) => row.title);
  expect(stored.toSorted()).toEqual([...titles].toSorted());
  const list = await testApp.visitor.call(contentRoutes.ofChannel, { params: { contentType: "video" }, query: {} });
  const shown = list.contents.filter((card) => card.channel.id === owner.channelId).map((card) => card.title);
  expect(shown.toSorted()).toEqual([...titles].toSorted());
}

test("an item is listed exactly while it is ready and public", async () => {
  const maya = await testApp.person("maya", { plan: "Individual" });
  const { id } = await testApp.publishes(maya, "Final", { state: "processing" });
  const update = (visibility: "public" | "unlisted" | "private") =>
    maya.call(contentRoutes.update, { params: { id }, body: { visibility } });
  await expectListed(maya, []);
  await updateMediaColumns(sql, id, { state: "failed", fault: "The file is not a video." });
  await expectListed(maya, []);
  await updateMediaColumns(sql, id, { state: "ready", fault: null });
  await expectListed(maya, ["Final"]);
  for (const visibility of ["private", "unlisted"] as const) {
    await update(visibility);
    await expectListed(maya, []);
    await update("public");
    await expectListed(maya, ["Final"]);
  }
  await testApp.publishes(maya, "For friends", { visibility: "unlisted" });
  await expectListed(maya, ["Final"]);
  await maya.call(contentRoutes.remove, { params: { id }, body: {} });
  await expectListed(maya, []);
  await pool.query("update contents set deleted_at = null where id = $1", [id]);
  await expectListed(maya, ["Final"]);
});

test("items taken down by staff are not listed, one by one or with the whole channel", async () => {
  const tom = await testApp.person("tom", { plan: "Team" });
  const reported = await testApp.publishes(tom, "Reported");
  await testApp.publishes(tom, "Match");
  await pool.query("update contents set hidden_at = now() - interval '1 day' where id = $1", [reported.id]);
  await expectListed(tom, ["Match"]);
  await inTransaction(sql, (tx) => hideChannelOf(tx, tom.accountId, "staff"));
  await expectListed(tom, []);
  const late = await testApp.publishes(tom, "Published meanwhile");
  await tom.call(contentRoutes.update, { params: { id: late.id }, body: { visibility: "private" } });
  await tom.call(contentRoutes.update, { params: { id: late.id }, body: { visibility: "public" } });
  await expectListed(tom, []);
  await inTransaction(sql, (tx) => hideChannelOf(tx, tom.accountId, "deletion"));
  await inTransaction(sql, (tx) => showChannelOf(tx, tom.accountId, "staff"));
  await expectListed(tom, []);
  await inTransaction(sql, (tx) => showChannelOf(tx, tom.accountId, "deletion"));
  await expectListed(tom, ["Match", "Published meanwhile"]);
  await pool.query("update contents set hidden_at = null where id = $1", [reported.id]);
  await expectListed(tom, ["Match", "Published meanwhile", "Reported"]);
});

test("an earner's items follow the account through deactivation, restoration, deletion and erasure", async () => {
  const nia = await testApp.person("nia", { plan: "Individual" });
  await testApp.publishes(nia, "Relay");
  await nia.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
  await nia.call(earnerRoutes.deactivate);
  await expectListed(nia, []);
  await inTransaction(sql, (tx) => showChannelOf(tx, nia.accountId, "deactivation"));
  await expectListed(nia, ["Relay"]);
  await nia.call(accountSecurityRoutes.deleteUser);
  await expectListed(nia, []);
  const { access_token } = await testApp.visitor.call(accountRoutes.login, { body: toLogin("nia", PASSWORD) });
  expect(access_token).toBeTruthy();
  await expectListed(nia, ["Relay"]);
  await pool.query("update accounts set deletion_due_at = now() - interval '1 minute' where id = $1", [nia.accountId]);
  await queueErasures(testApp.deps);
  await testApp.settle();
  await expectListed(nia, []);
  // Workers of the previous release may still insert rows after the erasure; the channel stays hidden for good.
  await testApp.publishes(nia, "Late");
  await expectListed(nia, []);
});

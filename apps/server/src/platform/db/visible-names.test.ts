import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";
import { MIGRATIONS } from "./migrate.ts";

const testApp = await createTestApp();
const MIGRATION = path.join(MIGRATIONS, "0072_names_that_can_be_seen.sql");

test("earlier names are cleaned once, except for those that would become empty", async () => {
  const { pool } = testApp.deps;
  const maya = await testApp.person("maya", { plan: "Individual" });
  const leo = await testApp.person("leo");
  const item = await testApp.publishes(maya, "Regatta");
  await pool.query("update channels set name = $2 where id = $1", [maya.channelId, "Ma\u202eya\u200b Rowing "]);
  await pool.query("update channels set name = $2 where id = $1", [leo.channelId, "\u202e\u200b"]);
  await pool.query("update accounts set full_name = $2 where id = $1", [maya.accountId, "\u2066Maya\u2069"]);
  await pool.query("update contents set title = $2 where id = $1", [item.id, "Re\u200fgatta 👩\u200d🚀"]);

  await pool.query(await readFile(MIGRATION, "utf8"));

  const { rows: channels } = await pool.query("select name from channels where id = any($1) order by name", [
    [maya.channelId, leo.channelId],
  ]);
  expect(channels.map(({ name }) => name).toSorted()).toEqual(["Maya Rowing", "\u202e\u200b"].toSorted());
  const { rows } = await pool.query(
    "select a.full_name, c.title from accounts a, contents c where a.id = $1 and c.id = $2",
    [maya.accountId, item.id],
  );
  expect(rows).toEqual([{ full_name: "Maya", title: "Regatta 👩\u200d🚀" }]);
});

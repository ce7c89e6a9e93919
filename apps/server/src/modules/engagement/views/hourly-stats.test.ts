import { expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";
import { addToHourlyStats, subtractFromHourlyStats } from "./views.service.ts";

const testApp = await createTestApp();
const { sql, pool } = testApp.deps;
const maya = await testApp.person("maya", { plan: "Individual" });
const NOON = new Date("2026-03-11T12:59:59.999Z");
const ONE = new Date("2026-03-11T13:00:00Z");

async function statsOf(id: string) {
  const { rows } = await pool.query(
    "select extract(hour from hour at time zone 'UTC')::int as at, views, likes, commenters, follows from content_hourly_stats where content_id = $1 order by hour",
    [id],
  );
  return rows.map((row) => Object.values(row));
}

test("adds activity to its hour, and reverts it in the same hour", async () => {
  const { id } = await testApp.publishes(maya, "Regatta");
  await addToHourlyStats(sql, [
    { contentId: id, at: NOON, likes: 1 },
    { contentId: id, at: NOON, likes: 1, commenters: 1 },
    { contentId: id, at: ONE, follows: 1 },
  ]);
  await addToHourlyStats(sql, [{ contentId: id, at: ONE, likes: 2 }]);
  expect(await statsOf(id)).toEqual([
    [12, 0, 2, 1, 0],
    [13, 0, 2, 0, 1],
  ]);
  await subtractFromHourlyStats(sql, [{ contentId: id, at: NOON, likes: 1 }]);
  expect((await statsOf(id))[0]).toEqual([12, 0, 1, 1, 0]);
});

test("never goes below zero, and reverts nothing in an hour without stats", async () => {
  const { id } = await testApp.publishes(maya, "Regatta");
  await addToHourlyStats(sql, [{ contentId: id, at: NOON, commenters: 1 }]);
  for (let time = 0; time < 2; time++) await subtractFromHourlyStats(sql, [{ contentId: id, at: NOON, commenters: 1 }]);
  await subtractFromHourlyStats(sql, [{ contentId: id, at: ONE, commenters: 1 }]);
  await addToHourlyStats(sql, []);
  expect(await statsOf(id)).toEqual([[12, 0, 0, 0, 0]]);
});

test("loses nothing under concurrent writes", async () => {
  const items = await Promise.all(["A", "B"].map((title) => testApp.publishes(maya, title)));
  const both = items.map(({ id }) => ({ contentId: id, at: NOON, likes: 1 }));
  await Promise.all(Array.from({ length: 8 }, (_, at) => addToHourlyStats(sql, at % 2 ? both : both.toReversed())));
  for (const { id } of items) expect(await statsOf(id)).toEqual([[12, 0, 8, 0, 0]]);
});

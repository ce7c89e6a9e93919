import { expect, test } from "vitest";
import { openStage } from "#testing/stage.ts";
import { addToHours, takeFromHours } from "./hours.service.ts";

const stage = await openStage();
const { sql, pool } = stage.deps;
const maya = await stage.person("maya", { plan: "Individual" });
const NOON = new Date("2026-03-11T12:59:59.999Z");
const ONE = new Date("2026-03-11T13:00:00Z");

async function hoursOf(id: string) {
  const { rows } = await pool.query(
    "select extract(hour from hour at time zone 'UTC')::int as at, views, likes, commenters, follows from content_hours where content_id = $1 order by hour",
    [id],
  );
  return rows.map((row) => Object.values(row));
}

test("what people do adds up in the hour it was done in, and is taken back in that hour", async () => {
  const { id } = await stage.publishes(maya, "Regatta");
  await addToHours(sql, [
    { contentId: id, at: NOON, likes: 1 },
    { contentId: id, at: NOON, likes: 1, commenters: 1 },
    { contentId: id, at: ONE, follows: 1 },
  ]);
  await addToHours(sql, [{ contentId: id, at: ONE, likes: 2 }]);
  expect(await hoursOf(id)).toEqual([
    [12, 0, 2, 1, 0],
    [13, 0, 2, 0, 1],
  ]);
  await takeFromHours(sql, [{ contentId: id, at: NOON, likes: 1 }]);
  expect((await hoursOf(id))[0]).toEqual([12, 0, 1, 1, 0]);
});

test("taken back twice is not below nothing, and of an hour that is not there is nothing", async () => {
  const { id } = await stage.publishes(maya, "Regatta");
  await addToHours(sql, [{ contentId: id, at: NOON, commenters: 1 }]);
  for (let time = 0; time < 2; time++) await takeFromHours(sql, [{ contentId: id, at: NOON, commenters: 1 }]);
  await takeFromHours(sql, [{ contentId: id, at: ONE, commenters: 1 }]);
  await addToHours(sql, []);
  expect(await hoursOf(id)).toEqual([[12, 0, 0, 0, 0]]);
});

test("many at once lose nothing", async () => {
  const items = await Promise.all(["A", "B"].map((title) => stage.publishes(maya, title)));
  const both = items.map(({ id }) => ({ contentId: id, at: NOON, likes: 1 }));
  await Promise.all(Array.from({ length: 8 }, (_, at) => addToHours(sql, at % 2 ? both : both.toReversed())));
  for (const { id } of items) expect(await hoursOf(id)).toEqual([[12, 0, 8, 0, 0]]);
});

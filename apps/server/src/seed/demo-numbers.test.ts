import { analyticsRoutes } from "@app/contract/analytics";
import { expect, test } from "vitest";
import { flushLikeCounts } from "#modules/engagement/reactions/reactions.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createDemoWorld } from "./demo-people.service.ts";
import { addDemoViews, addDemoVisits, uploadIdOf } from "./demo-videos.service.ts";
import { toItem, VIDEOS } from "./world.ts";

const testApp = await createTestApp();
const { deps } = testApp;

test("the numbers of a demo video add up, however often they are created", async () => {
  await createDemoWorld(deps);
  const owner = await testApp.person("owner", { plan: "Individual" });
  const lengthS = VIDEOS[0]?.lengthS ?? 0;
  const { id } = await testApp.publishes(owner, "As in the demo world", { lengthMs: lengthS * 1_000 });
  await deps.pool.query("update contents set upload_id = $2 where id = $1", [id, uploadIdOf(0)]);
  await inTransaction(deps.sql, (tx) => addDemoViews(deps, tx, id, toItem(0)));
  await flushLikeCounts(deps);
  expect(await addDemoVisits(deps, 0)).toBe(true);
  expect(await addDemoVisits(deps, 0)).toBe(true);

  const { totals, days, sources, retention } = await owner.call(analyticsRoutes.content, { params: { id } });
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  expect(totals.views).toBeGreaterThan(10);
  expect(totals.likes).toBeGreaterThan(0);
  expect(totals.likes).toBeLessThan(totals.views);
  expect(sum(days.map((day) => day.views))).toBe(totals.views);
  expect(sum(sources.map((source) => source.views))).toBe(totals.views);
  const { rows } = await deps.pool.query("select total_views from contents where id = $1", [id]);
  expect(rows[0].total_views).toBe(totals.views);
  // Every view is a visit that watched at least half of so short a video.
  expect(totals.watched_s).toBeGreaterThanOrEqual((totals.views * lengthS) / 2);
  const visits = Math.round(totals.watched_s / (totals.average_watched_s ?? 1));
  expect(visits).toBeGreaterThan(totals.views);

  const reached = retention?.buckets.map((bucket) => bucket.viewers ?? 0) ?? [];
  expect(reached[0]).toBe(retention?.viewers);
  expect(reached.toSorted((a, b) => b - a)).toEqual(reached);
  expect(reached.at(-1)).toBeLessThan(reached[0] ?? 0);
  expect(retention?.most_replayed.length).toBeGreaterThan(0);
});

test("the demo's people began to follow over weeks, not all at once", async () => {
  const { rows } = await deps.pool.query(
    `select count(*)::int as follows, count(*) filter (where created_at > now() - interval '28 days')::int as recent,
       count(distinct created_at::date)::int as days from follows`,
  );
  expect(rows[0].recent).toBeGreaterThan(10);
  expect(rows[0].follows).toBeGreaterThan(rows[0].recent);
  expect(rows[0].days).toBeGreaterThan(20);
});

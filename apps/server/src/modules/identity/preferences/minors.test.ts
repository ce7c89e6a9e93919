import { isMinor } from "@app/contract/dates";
import { channelHref } from "@app/contract/paths";
import { preferenceRoutes } from "@app/contract/preferences";
import { expect, test } from "vitest";
import { findPreview } from "#modules/discovery/sharing/previews.service.ts";
import { birthDateOf } from "#modules/identity/accounts/accounts.service.ts";
import { isMinorSql } from "#platform/minors.sql.ts";
import { createTestApp } from "#testing/test-app.ts";
import { findUnindexedChannels, readPrivacy } from "./preferences.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;

test("the database and the contract agree on who is below 18, day by day", async () => {
  const { rows } = await deps.pool.query<{ born: string; precision: string; today: string; is_minor: boolean }>(
    `select b.born::text, p.precision, t.day::date::text as today, is_minor(b.born, p.precision, t.day::date)
     from unnest('{2008-02-29,2008-02-01,2007-02-01,2008-04-01,2008-04-30,2008-12-01,2008-12-31}'::date[]) b (born)
       cross join unnest('{day,month}'::text[]) p (precision)
       cross join generate_series(date '2024-12-01', date '2027-02-02', interval '1 day') t (day)
     where p.precision = 'day' or extract(day from b.born) = 1`,
  );
  const wrong = rows.filter(({ born, precision, today, is_minor }) => {
    const birth = birthDateOf({ date_of_birth: born, birth_precision: precision });
    return isMinor(birth, new Date(`${today}T12:00:00Z`)) !== is_minor;
  });
  expect([rows.length > 5_000, wrong]).toEqual([true, []]);
});

test("the database and the contract agree on when a birthday begins, hour by hour", async () => {
  const { rows } = await deps.pool.query<{ at: Date; is_minor: boolean }>(
    `select t.at, ${isMinorSql("a", "t.at")} as is_minor
     from (select date '2008-12-01' as date_of_birth, 'day' as birth_precision) a
       cross join generate_series(timestamptz '2026-11-30 00:00Z', '2026-12-02 00:00Z', interval '1 hour') t (at)`,
  );
  const minorHours = rows.filter((row) => row.is_minor);
  expect(minorHours).toEqual(rows.filter(({ at }) => isMinor("2008-12-01", at)));
  expect(minorHours.at(-1)?.at).toEqual(new Date("2026-12-01T11:00:00Z"));
});

test("without a day of birth, every place assumes the youngest possible age", async () => {
  const will = await testApp.person("will", { plan: "Individual" });
  const isFound = async () => [
    (await findUnindexedChannels(deps, [will.channelId])).size === 0,
    (await findPreview(deps, channelHref(will.channelId) ?? "")).isIndexed,
    (await will.call(preferenceRoutes.privacy)).is_indexed.value,
    !(await readPrivacy(deps.pool, will.accountId, deps.now())).isMinor,
  ];
  const born = async (date: string, precision: string) => {
    await deps.pool.query(`update accounts set date_of_birth = (${date})::date, birth_precision = $2 where id = $1`, [
      will.accountId,
      precision,
    ]);
    return isFound();
  };
  const month = "date_trunc('month', now() at time zone 'Etc/GMT+12') - interval '18 years'";
  expect(await born(`${month} + interval '1 month'`, "month")).toEqual([false, false, false, false]);
  expect(await born(month, "day")).toEqual([true, true, true, true]);
  expect(await born(`${month} - interval '1 month'`, "month")).toEqual([true, true, true, true]);
});

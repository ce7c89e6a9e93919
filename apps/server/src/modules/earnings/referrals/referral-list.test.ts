import { earningRoutes } from "@app/contract/earnings";
import { referralRoutes } from "@app/contract/referrals";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#platform/db/database.ts";
import { createTestApp } from "#testing/test-app.ts";
import { openJoiners } from "./testing/joiners.ts";

const testApp = await createTestApp();
const { earner, unlockDayOf, signsUp, verifies, joins } = openJoiners(testApp);
const { pool } = testApp.deps;

describe("the list of referred people", () => {
  test("shows usernames and months, newest first, in pages, only of the earner's own referrals", async () => {
    const quin = await earner("quin");
    for (let i = 0; i < 12; i++) await signsUp(`rod_${i}`, { code: quin.code });
    await verifies("rod_3");
    await pool.query(
      `update referrals set joined_at = case a.username when 'rod_0' then now() - interval '400 days'
         when 'rod_1' then now() - interval '20 days' when 'rod_2' then now() - interval '3 days' else joined_at end
       from accounts a where a.id = referred_id`,
    );
    const names = async (query: object) =>
      (await quin.call(referralRoutes.details, { query })).referrals.map((one) => one.username);
    const first = await quin.call(referralRoutes.details);
    expect(first.pagination).toEqual({ current_page: 1, per_page: 10, total: 12, last_page: 2 });
    expect(first.referrals[0]?.username).toBe("rod_11");
    expect(Object.keys(first.referrals[0] ?? {}).toSorted()).toEqual([
      "amount_cents",
      "link_label",
      "month",
      "paid_on",
      "reason",
      "stage",
      "trigger",
      "unlocks_on",
      "username",
    ]);
    expect(first.referrals[0]?.month).toMatch(/^\d{4}-\d{2}$/);
    expect(await names({ page: 2 })).toEqual(["rod_1", "rod_0"]);
    expect(await names({ page: 3, per_page: 5 })).toEqual(["rod_1", "rod_0"]);
    expect(await names({ search_term: "ROD_1" })).toEqual(["rod_11", "rod_10", "rod_1"]);
    expect(await names({ search_term: "%" })).toEqual([]);
    expect(await names({ search_term: "d_3" })).toEqual(["rod_3"]);
    // One or two letters are the beginning of a name.
    expect(await names({ search_term: "_1" })).toEqual([]);
    expect(await names({ search_term: "Ro", per_page: 50 })).toHaveLength(12);
    expect(await names({ search_term: "rod", per_page: 5, page: 3 })).toEqual(["rod_1", "rod_0"]);
    expect(await names({ search_term: "rod_3", filter_type: "paid" })).toEqual([]);
    expect(await names({ filter_type: "pending" })).toEqual(["rod_3"]);
    expect(await names({ filter_type: "paid" })).toEqual([]);
    expect(await names({ time_frame: "7d", search_term: "rod_2" })).toEqual(["rod_2"]);
    expect(await names({ time_frame: "7d", search_term: "rod_1" })).not.toContain("rod_1");
    expect(await names({ time_frame: "30d", per_page: 50 })).toHaveLength(11);
    expect(await names({ time_frame: "year", search_term: "rod_0" })).toEqual([]);
    expect(await names({ time_frame: "today", per_page: 50 })).toHaveLength(9);
    expect(await names({ time_frame: "all", per_page: 50 })).toHaveLength(12);

    const pending = await quin.call(referralRoutes.details, { query: { filter_type: "pending" } });
    expect(pending.referrals[0]?.unlocks_on).toBe(await unlockDayOf("rod_3"));
    expect(first.referrals[0]).toMatchObject({ stage: "joined", unlocks_on: null, paid_on: null });
    const all = await quin.call(referralRoutes.allDetails, { query: { search_term: "rod_1" } });
    expect(all).toMatchObject({ is_complete: true });
    expect(all.referrals.map((one) => one.username)).toEqual(["rod_11", "rod_10", "rod_1"]);

    const other = await earner("sid");
    expect((await other.call(referralRoutes.details)).referrals).toEqual([]);
    const fan = await testApp.person("tia");
    for (const route of [
      ...[referralRoutes.details, referralRoutes.allDetails, referralRoutes.link, referralRoutes.links],
      ...[earningRoutes.summary, earningRoutes.chart],
    ]) {
      expect((await fan.refused(route)).code).toBe(403);
      expect((await testApp.visitor.refused(route)).code).toBe(401);
    }
    for (const wrong of [
      "page=0",
      "per_page=51",
      "filter_type=joined",
      "time_frame=1d",
      "search_term=".padEnd(80, "x"),
      "x=1",
    ])
      expect((await quin.send("GET", `/api/v1/referral-details?${wrong}`)).status).toBe(422);
  });

  test("shows only the amount of an erased person", async () => {
    const ula = await earner("ula");
    await joins("vic", ula.code);
    const { rows } = await pool.query("update accounts set erased_at = now() where username = 'vic' returning id");
    await inTransaction(testApp.deps.sql, (tx) => testApp.deps.personalData.eraseRows(tx, rows[0].id));
    const { referrals } = await ula.call(referralRoutes.details);
    expect(referrals).toMatchObject([{ username: "Deleted user", amount_cents: 1000 }]);
    expect((await ula.call(referralRoutes.details, { query: { search_term: "vic" } })).referrals).toEqual([]);
    // The file adds up with the page.
    expect(await ula.call(referralRoutes.allDetails)).toMatchObject({
      referrals: [{ username: "Deleted user", amount_cents: 1000 }],
      is_complete: true,
    });
  });
});

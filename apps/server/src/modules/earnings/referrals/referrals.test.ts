import { earningRoutes } from "@app/contract/earnings";
import { referralRoutes } from "@app/contract/referrals";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#platform/db/database.ts";
import { joinLive } from "#testing/live-client.ts";
import { type TestPerson, toSignUp } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import {
  changeReferralTrigger,
  creditReferral,
  makeDueReferralsAvailable,
  reverseReferral,
} from "./referrals.service.ts";
import { openJoiners } from "./testing/joiners.ts";

const testApp = await createTestApp();
const { signsUp, verifies, joins } = openJoiners(testApp);
const { pool } = testApp.deps;

async function earner(name: string): Promise<TestPerson & { code: string }> {
  const person = await testApp.person(name, { plan: "Individual" });
  return { ...person, code: (await person.call(referralRoutes.link)).code };
}

async function stageOf(name: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ stage: string }>(
    "select stage from referrals join accounts on id = referred_id where username = $1",
    [name],
  );
  return rows[0]?.stage;
}

/** The platform's day on which somebody's reward becomes available. */
async function unlockDayOf(name: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ day: string }>(
    `select to_char(available_at at time zone 'America/New_York', 'YYYY-MM-DD') as day
     from referrals join accounts on id = referred_id where username = $1`,
    [name],
  );
  return rows[0]?.day;
}

const aged = (days: number) =>
  pool.query("update referrals set available_at = available_at - make_interval(days => $1)", [days]);

describe("a referral, from the link to the money", () => {
  test("is joined, pending for 30 days, then available, and counts once however often the link is opened", async () => {
    const ana = await earner("ana");
    expect(await testApp.visitor.call(referralRoutes.referrer, { params: { code: ana.code.toLowerCase() } })).toEqual({
      username: "ana",
      channel_name: "ana's channel",
      profile_url: null,
      terms: { reward_cents: 1000, trigger: "verified" },
    });
    const page = await joinLive(testApp.origin, ana, ana.accountId, { origin: testApp.deps.config.publicUrl });
    await signsUp("bob", { code: ana.code });
    await page.next("earnings.changed");
    expect(await stageOf("bob")).toBe("joined");
    expect(await ana.call(earningRoutes.summary)).toMatchObject({ total_cents: 0, referrals: { total: 1, joined: 1 } });

    expect(await verifies("bob")).toEqual([200, 410]);
    await page.next("earnings.changed");
    const pending = await ana.call(earningRoutes.summary);
    expect(pending).toMatchObject({ total_cents: 1000, pending_cents: 1000, available_cents: 0, paid_cents: 0 });
    expect(pending.next_available_on).toBe(await unlockDayOf("bob"));

    await aged(29);
    await makeDueReferralsAvailable(testApp.deps);
    expect(await stageOf("bob")).toBe("pending");
    await aged(1);
    await Promise.all([makeDueReferralsAvailable(testApp.deps), makeDueReferralsAvailable(testApp.deps)]);
    expect(await ana.call(earningRoutes.summary)).toMatchObject({
      total_cents: 1000,
      pending_cents: 0,
      available_cents: 1000,
      next_available_on: null,
      referrals: { total: 1, available: 1 },
    });
  });

  test("that cannot become available does not hold up the others", async () => {
    const hub = await earner("hub");
    for (const name of ["odd.one", "even.one"]) await joins(name, hub.code);
    await aged(31);
    // A release was inserted by hand, so the database refuses a second one each time.
    await pool.query(
      `with person as (select id from accounts where username = 'odd.one'),
         transfer as (insert into ledger_transfers (id, kind, referred_id) select gen_random_uuid(), 'release', id from person returning id)
       insert into ledger_entries (transfer_id, account_id, amount_cents)
       select t.id, a.id, case a.kind when 'pending' then -1000 else 1000 end
       from transfer t, ledger_accounts a where a.owner_id = $1 and a.kind in ('pending', 'available')`,
      [hub.accountId],
    );
    await makeDueReferralsAvailable(testApp.deps);
    expect(await stageOf("even.one")).toBe("available");
    expect(await stageOf("odd.one")).toBe("pending");
  });

  test("is reversed by a transfer of its own, with the reason", async () => {
    const cy = await earner("cyd");
    await joins("dee", cy.code);
    await signsUp("eli", { code: cy.code });
    const reverse = (name: string) =>
      inTransaction(testApp.deps.sql, async (tx) => {
        const { id } = await tx
          .selectFrom("accounts")
          .select("id")
          .where("username", "=", name)
          .executeTakeFirstOrThrow();
        await reverseReferral(testApp.deps, tx, id, "The account was made by a machine.");
      });
    await reverse("dee");
    await reverse("eli");
    await expect(reverse("dee")).rejects.toMatchObject({ kind: "conflict" });
    expect(await cy.call(earningRoutes.summary)).toMatchObject({
      total_cents: 0,
      referrals: { reversed: 1, ineligible: 1 },
    });
    const { referrals } = await cy.call(referralRoutes.details, { query: { filter_type: "ineligible" } });
    expect(referrals).toMatchObject([
      { username: "eli", stage: "ineligible", amount_cents: 0, reason: "The account was made by a machine." },
      { username: "dee", stage: "reversed", amount_cents: 0, reason: "The account was made by a machine." },
    ]);
    // The link that was mailed still verifies, and earns nothing any more.
    expect(await verifies("eli")).toEqual([200, 410]);
    expect(await stageOf("eli")).toBe("ineligible");
  });

  test("is earned by the first payment if staff choose that, and only once", async () => {
    const fay = await earner("fay");
    await changeReferralTrigger(testApp.deps.sql, "first_payment");
    await joins("gus", fay.code);
    expect(await stageOf("gus")).toBe("joined");
    expect(await fay.call(referralRoutes.links)).toMatchObject({ terms: { trigger: "first_payment" } });
    const { rows } = await pool.query("select id from accounts where username = 'gus'");
    const pay = () =>
      inTransaction(testApp.deps.sql, (tx) => creditReferral(testApp.deps, tx, rows[0].id, "first_payment"));
    await Promise.all([pay(), pay(), pay()]);
    await changeReferralTrigger(testApp.deps.sql, "verified");
    expect(await fay.call(earningRoutes.summary)).toMatchObject({ pending_cents: 1000, referrals: { pending: 1 } });
  });
});

describe("the owner of a link", () => {
  test("a code in the form wins over the cookie, which lasts 30 days", async () => {
    const hal = await earner("hal");
    const ida = await earner("ida");
    const visit = await testApp.visitor.send("GET", `/referral/${ida.code}`);
    const cookie = visit.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^fieldhouse_referral=[A-Z0-9]{8}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const kept = cookie.split(";")[0] ?? "";
    const asked = await testApp.visitor.send("GET", "/api/v1/referrer", { headers: { cookie: kept } });
    expect(JSON.parse(asked.text).data).toMatchObject({ username: "ida" });

    const headers = await signsUp("joy", { cookie: kept });
    expect(headers.get("set-cookie")).toMatch(/(^|, )fieldhouse_referral=;/);
    await signsUp("kit", { code: hal.code, cookie: kept });
    expect(await ida.call(referralRoutes.details)).toMatchObject({ referrals: [{ username: "joy" }] });
    expect(await hal.call(referralRoutes.details)).toMatchObject({ referrals: [{ username: "kit" }] });
  });

  test("refers a Content Creator as well, by the cookie, and is deleted with a canceled sign-up", async () => {
    const ned = await earner("ned");
    const sent = await testApp.visitor.send("POST", "/api/v1/register-earner", {
      body: { ...toSignUp("oona"), user_type: "Fieldhouse" },
      headers: { cookie: `fieldhouse_referral=${ned.code}` },
    });
    expect(sent.status).toBe(200);
    expect(await stageOf("oona")).toBe("joined");
    const cookies = sent.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
    expect(cookies).toContain("fieldhouse_referral=");
    const cookie = cookies.filter((one) => !one.endsWith("=")).join("; ");
    const aborted = await testApp.visitor.send("POST", "/api/v1/register-earner/abort", {
      body: {},
      headers: { cookie },
    });
    expect(aborted.status).toBe(200);
    expect(await stageOf("oona")).toBeUndefined();
  });

  test("a bad code is not saved, shows no banner, and does not stop the sign-up", async () => {
    for (const code of ["NOBODYS2", "a%27b", "x".repeat(64)]) {
      expect((await testApp.visitor.send("GET", `/referral/${code}`)).headers.get("set-cookie")).toBeNull();
    }
    expect(await testApp.visitor.call(referralRoutes.referrer, { params: { code: "NOBODYS2" } })).toBeNull();
    expect((await testApp.visitor.refused(referralRoutes.referrer, { params: { code: "FRIEND1" } })).code).toBe(422);
    expect(await testApp.visitor.call(referralRoutes.saved)).toBeNull();
    const fed = await testApp.visitor.send("GET", "/api/v1/referrer", {
      headers: { cookie: "fieldhouse_referral=%00" },
    });
    expect(JSON.parse(fed.text).data).toBeNull();
    await joins("lou", "NOBODYS2");
    expect(await stageOf("lou")).toBeUndefined();
  });

  test("a request for an image on another site is not a visit", async () => {
    const max = await earner("max");
    const headers = { "sec-fetch-dest": "image" };
    expect(
      (await testApp.visitor.send("GET", `/referral/${max.code}`, { headers })).headers.get("set-cookie"),
    ).toBeNull();
  });

  test.each(["plan_lapsed_at", "deactivated_at", "deletion_due_at"])(
    "of an earner with %s nobody is bound, and who joined before earns nothing but stays",
    async (column) => {
      const name = `n${column.replaceAll("_", "")}`.slice(0, 14);
      const nia = await earner(name);
      await signsUp(`${name}.1`, { code: nia.code });
      await pool.query(`update accounts set ${column} = now() where id = $1`, [nia.accountId]);
      expect(await testApp.visitor.call(referralRoutes.referrer, { params: { code: nia.code } })).toBeNull();
      await joins(`${name}.2`, nia.code);
      expect(await stageOf(`${name}.2`)).toBeUndefined();
      await verifies(`${name}.1`);
      expect(await stageOf(`${name}.1`)).toBe("ineligible");
    },
  );

  test("every earner has one permanent link, even if requested twice at once", async () => {
    const oda = await testApp.person("oda", { plan: "Team" });
    const links = await Promise.all([1, 2, 3].map(() => oda.call(referralRoutes.link)));
    expect(new Set(links.map((link) => link.code)).size).toBe(1);
    expect(links[0]?.code).toMatch(/^[2-9BCDFGHJKMNPQRSTWXYZ]{8}$/);
    expect(links[0]?.url).toBe(`${testApp.deps.config.publicUrl}/referral/${links[0]?.code}`);
    expect((await earner("pam")).code).not.toBe(links[0]?.code);
  });
});

describe("the list of referred people", () => {
  test("shows usernames and months, newest first, in pages, only of one's own referrals", async () => {
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
  });
});

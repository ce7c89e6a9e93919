import { earningRoutes } from "@app/contract/earnings";
import { referralRoutes } from "@app/contract/referrals";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#platform/db/database.ts";
import { joinLive } from "#testing/live-client.ts";
import { toSignUp } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import {
  changeReferralTrigger,
  creditReferral,
  makeDueReferralsAvailable,
  reverseReferral,
} from "./referrals.service.ts";
import { openJoiners } from "./testing/joiners.ts";

const testApp = await createTestApp();
const { earner, stageOf, unlockDayOf, signsUp, verifies, joins } = openJoiners(testApp);
const { pool } = testApp.deps;

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

  test("is reversed by a separate transfer, with the reason", async () => {
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
    // The emailed link still verifies, but no longer earns anything.
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

import { NEW_LINKS_PER_DAY, REFERRAL_LINK_MESSAGES, referralRoutes } from "@app/contract/referrals";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#platform/db/database.ts";
import type { TestPerson } from "#testing/people.ts";
import { rawRequest } from "#testing/raw-request.ts";
import { createTestApp } from "#testing/test-app.ts";
import { eraseLabels } from "./referral-links.sql.ts";
import { openJoiners } from "./testing/joiners.ts";

const testApp = await createTestApp();
const { stageOf, signsUp, joins, verifies } = openJoiners(testApp);
const { pool } = testApp.deps;

const add = (earner: TestPerson, label: string) => earner.call(referralRoutes.addLink, { body: { label } });
const linksOf = (earner: TestPerson, query: object = {}) => earner.call(referralRoutes.links, { query });

/** What a browser sends when somebody follows a link. */
const NAVIGATION = {
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36",
};

/**
 * A raw request, because `fetch` says in its headers that it does not navigate.
 * @returns the cookie
 */
async function opens(code: string, headers: Record<string, string> = {}, method = "GET"): Promise<string> {
  const path = `/referral/${code}`;
  const reply = await rawRequest(testApp.origin, { method, path, headers: { ...NAVIGATION, ...headers } });
  return [reply.headers["set-cookie"]].flat()[0]?.split(";")[0] ?? "";
}

describe("an earner's links", () => {
  test("are a first one and any number of labeled ones, each with what it has brought", async () => {
    const ana = await testApp.person("ana", { plan: "Individual" });
    const first = await ana.call(referralRoutes.link);
    const flyer = await add(ana, "  Flyer in\nthe gym ");
    expect(flyer).toMatchObject({
      label: "Flyer in the gym",
      withdrawn_at: null,
      opens: 0,
      sign_ups: 0,
      earned_cents: 0,
    });
    expect(flyer.url).toBe(`${testApp.deps.config.publicUrl}/referral/${flyer.code}`);
    const insta = await add(ana, "Instagram bio");

    await joins("bob", flyer.code);
    await signsUp("cyd", { code: flyer.code.toLowerCase() });
    await joins("dee", first.code);
    const shown = await linksOf(ana);
    expect(shown.first).toMatchObject({ code: first.code, label: null, sign_ups: 1, earned_cents: 1000 });
    expect(shown.links.map(({ label, sign_ups, earned_cents }) => [label, sign_ups, earned_cents])).toEqual([
      ["Instagram bio", 0, 0],
      ["Flyer in the gym", 2, 1000],
    ]);
    expect(shown).toMatchObject({ withdrawn_count: 0, pagination: { total: 2, next: null } });
    const { referrals } = await ana.call(referralRoutes.details);
    expect(Object.fromEntries(referrals.map((one) => [one.username, one.link_label]))).toEqual({
      bob: "Flyer in the gym",
      cyd: "Flyer in the gym",
      dee: null,
    });

    const renamed = await ana.call(referralRoutes.renameLink, {
      params: { code: flyer.code },
      body: { label: "Flyer, second print" },
    });
    expect(renamed).toMatchObject({ code: flyer.code, label: "Flyer, second print", sign_ups: 2 });
    expect((await linksOf(ana, { per_page: 1 })).links[0]?.code).toBe(insta.code);
    const { pagination } = await linksOf(ana, { per_page: 1 });
    expect((await linksOf(ana, { per_page: 1, cursor: pagination.next ?? "" })).links[0]?.code).toBe(flyer.code);
  });

  test("a withdrawn link earns nothing new; who had joined with it still counts, and what it earned stays", async () => {
    const eve = await testApp.person("eve", { plan: "Team" });
    const { code } = await add(eve, "Poster");
    await joins("fay", code);
    await signsUp("gus", { code });
    expect(await testApp.visitor.call(referralRoutes.referrer, { params: { code } })).not.toBeNull();
    const withdraw = () => eve.call(referralRoutes.withdrawLink, { params: { code: code.toLowerCase() } });
    await Promise.all([withdraw(), withdraw()]);

    expect(await testApp.visitor.call(referralRoutes.referrer, { params: { code } })).toBeNull();
    expect(await opens(code)).toBe("");
    await joins("hal", code);
    expect(await stageOf("hal")).toBeUndefined();
    await verifies("gus");
    expect(await stageOf("gus")).toBe("pending");
    expect(await linksOf(eve)).toMatchObject({ links: [], withdrawn_count: 1, pagination: { total: 0 } });
    expect((await linksOf(eve, { state: "withdrawn" })).links).toMatchObject([
      { code, label: "Poster", sign_ups: 2, earned_cents: 2000, withdrawn_at: expect.any(String) },
    ]);
    // Its label is free again, and the code is not.
    expect((await add(eve, "Poster")).code).not.toBe(code);
    const renamed = await eve.refused(referralRoutes.renameLink, { params: { code }, body: { label: "Again" } });
    expect(renamed).toMatchObject({ code: 409, message: REFERRAL_LINK_MESSAGES.withdrawn });
  });

  test.each([
    ["plan has lapsed", "lapsed", "update accounts set plan_lapsed_at = now() where id = $1"],
    [
      "channel is hidden",
      "hidden",
      "update channels set hidden_at = now(), hidden_for = '{staff}' where owner_id = $1",
    ],
  ])("say why they earn nothing while their earner's %s", async (_, reason, sql) => {
    const owner = await testApp.person(`${reason.replace("_", ".")}.owner`, { plan: "Individual" });
    expect(await linksOf(owner)).toMatchObject({ inactive_reason: null });
    await pool.query(sql, [owner.accountId]);
    expect(await linksOf(owner)).toMatchObject({ inactive_reason: reason, first: { sign_ups: 0 } });
  });

  test("say which of them alone is switched off", async () => {
    const jon = await testApp.person("jon", { plan: "Individual" });
    const { code } = await add(jon, "Poster");
    await add(jon, "Newsletter");
    await pool.query("update referral_codes set is_active = false where code = $1", [code]);
    expect(await linksOf(jon)).toMatchObject({
      inactive_reason: null,
      first: { is_turned_off: false },
      links: [
        { label: "Newsletter", is_turned_off: false },
        { label: "Poster", is_turned_off: true },
      ],
    });

    await pool.query("update referral_codes set is_active = not is_active where earner_id = $1", [jon.accountId]);
    expect(await linksOf(jon)).toMatchObject({
      inactive_reason: null,
      first: { is_turned_off: true },
      links: [
        { label: "Newsletter", is_turned_off: true },
        { label: "Poster", is_turned_off: false },
      ],
    });
  });

  test("have unique labels, a permanent first link, and a limit of 50 a day", async () => {
    const ida = await testApp.person("ida", { plan: "Organization" });
    const { code: first } = await ida.call(referralRoutes.link);
    const [one, two] = await Promise.allSettled([add(ida, "Newsletter"), add(ida, "NEWSLETTER")]);
    expect([one?.status, two?.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    const other = await add(ida, "Club house");
    for (const [label, message] of [
      ["newsletter", REFERRAL_LINK_MESSAGES.taken],
      [" \u200B ", REFERRAL_LINK_MESSAGES.empty],
      ["x".repeat(41), REFERRAL_LINK_MESSAGES.tooLong],
    ] as const) {
      const added = await ida.refused(referralRoutes.addLink, { body: { label } });
      expect(added).toMatchObject({ code: 422, errors: { label: [message] } });
      const renamed = await ida.refused(referralRoutes.renameLink, { params: { code: other.code }, body: { label } });
      expect(renamed).toMatchObject({ code: 422, errors: { label: [message] } });
    }
    // A link may change the letter case of its own label.
    const same = { params: { code: other.code }, body: { label: "CLUB HOUSE" } };
    expect(await ida.call(referralRoutes.renameLink, same)).toMatchObject({ label: "CLUB HOUSE" });

    const params = { code: first };
    for (const refusal of [
      await ida.refused(referralRoutes.withdrawLink, { params }),
      await ida.refused(referralRoutes.renameLink, { params, body: { label: "Mine" } }),
    ])
      expect(refusal).toMatchObject({ code: 409, message: REFERRAL_LINK_MESSAGES.firstStays });

    await pool.query(
      `insert into referral_codes (code, earner_id, label)
       select 'MANY' || translate((1000 + n)::text, '01', 'BC'), $1, 'Link ' || n from generate_series(1, $2) n`,
      [ida.accountId, NEW_LINKS_PER_DAY - 2],
    );
    const tooMany = await ida.refused(referralRoutes.addLink, { body: { label: "One more" } });
    expect(tooMany).toMatchObject({ code: 429, message: REFERRAL_LINK_MESSAGES.tooMany });
    await pool.query("update referral_codes set created_at = now() - interval '2 days' where earner_id = $1", [
      ida.accountId,
    ]);
    expect(await add(ida, "One more")).toMatchObject({ label: "One more" });
  });

  test("are invisible to everybody else, and their labels are deleted with the account", async () => {
    const joy = await testApp.person("joy", { plan: "Individual" });
    const kit = await testApp.person("kit", { plan: "Individual" });
    const { code } = await add(joy, "My secret plan");
    const params = { code };
    expect((await kit.refused(referralRoutes.withdrawLink, { params })).code).toBe(404);
    expect((await kit.refused(referralRoutes.renameLink, { params, body: { label: "Mine now" } })).code).toBe(404);
    expect((await linksOf(kit)).links).toEqual([]);
    await inTransaction(testApp.deps.sql, (tx) => eraseLabels(tx, joy.accountId));
    expect((await linksOf(joy)).links).toMatchObject([{ code, label: code }]);
  });
});

describe("an open of a link", () => {
  test("counts a browser once, and no robot, preview, prefetch, picture or dead link", async () => {
    const lou = await testApp.person("lou", { plan: "Individual" });
    const { code } = await add(lou, "Story");
    const cookie = await opens(code);
    expect(cookie).toBe(`fieldhouse_referral=${code}`);
    await opens(code, { cookie });
    await opens(code.toLowerCase(), { cookie });
    await opens(code);
    for (const headers of [
      { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
      { "user-agent": "facebookexternalhit/1.1" },
      { "sec-purpose": "prefetch;prerender" },
      { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
    ])
      await opens(code, headers);
    // A program other than a browser, and a HEAD request.
    await fetch(`${testApp.origin}/referral/${code}`);
    await opens(code, {}, "HEAD");
    await opens("NOBODYS2");
    await expect.poll(async () => (await linksOf(lou)).links[0]?.opens).toBe(2);
    const { rows } = await pool.query("select sum(opens)::int as opens from referral_codes");
    expect(rows).toEqual([{ opens: 2 }]);
  });

  test("is not lost when the server stops", async () => {
    const max = await testApp.person("max", { plan: "Individual" });
    const { code } = await add(max, "Locker room");
    await Promise.all([opens(code), opens(code), opens(code)]);
    await testApp.restart();
    expect((await linksOf(max)).links[0]?.opens).toBe(3);
  });
});

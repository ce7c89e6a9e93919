import { COLLEGE_CATEGORY } from "@app/contract/earner-fields";
import { guardianRoutes } from "@app/contract/guardian";
import { measurableRoutes } from "@app/contract/measurables";
import { type RecruitingLink, type RecruitingPage, recruitingRoutes } from "@app/contract/recruiting";
import { describe, expect, test } from "vitest";
import { hideChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { addProfile } from "#modules/membership/earners/write-profile.service.ts";
import { loadInitialPage } from "#src/initial-data.ts";
import { consentAsGuardian, withdrawConsent } from "#testing/guardian.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import type { TestPerson } from "#testing/people.ts";

import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);
const GUARDIAN = { guardian_email: "rosa@people.test", guardian_name: "Rosa" };
let people = 0;

/** An athlete whose profile has everything a coach could be shown. */
async function athlete(more: { bornOn?: string } = {}): Promise<TestPerson> {
  const person = await testApp.person(`athlete${++people}`, { plan: "Individual" });
  const college = { college_logo: null, college_category: COLLEGE_CATEGORY };
  const text = {
    plan: "Individual" as const,
    first_name: "Maya",
    last_name: "Vega",
    group_name: null,
    street: "1 Secret Street",
    city: "Austin",
    state: "TX",
    zipcode: "73301",
    graduation_year: 2027,
    gpa: "3.85",
  };
  await addProfile(testApp.deps.sql, person.accountId, {
    text,
    dateOfBirth: more.bornOn ?? "2000-02-29",
    contacts: [],
    categories: [testApp.categoryId],
    offers: [{ ...college, college_name: "Rice", college_offer_date: "2026-03" }],
    visits: [{ ...college, college_name: "Tulane", college_offer_date: "2026-01-14" }],
  });
  const measured = { height_in: 70, weight_lb: 148, position: "Goalkeeper", marks: [] };
  await person.call(measurableRoutes.save, { body: measured });
  return person;
}

const NOTHING = {
  shows_gpa: false,
  shows_graduation: false,
  shows_colleges: false,
  shows_measurables: false,
  shows_location: false,
};
type Switched = Partial<typeof NOTHING & { is_on: boolean }>;

function save(person: TestPerson, changes: Switched): Promise<RecruitingLink> {
  return person.call(recruitingRoutes.save, { body: changes });
}

const paramsOf = (link: RecruitingLink) => ({ token: link.path?.split("/")[2] ?? "" });

function read(link: RecruitingLink): Promise<RecruitingPage> {
  return testApp.visitor.call(recruitingRoutes.page, { params: paramsOf(link) });
}

function yearsAgo(years: number): string {
  return `${new Date().getUTCFullYear() - years}-01-01`;
}

describe("what a coach sees", () => {
  test("is only the athlete and their sport if everything is switched off", async () => {
    const maya = await athlete();
    const link = await save(maya, { ...NOTHING, is_on: true });
    expect(await read(link)).toMatchObject({
      name: "Maya Vega",
      channel_name: `${maya.name}'s channel`,
      sports: ["Rowing"],
      city: null,
      state: null,
      graduation_year: null,
      gpa: null,
      offers: [],
      visits: [],
      measurables: null,
    });
    const reply = await testApp.visitor.send("GET", `/api/v1${link.path}`);
    for (const kept of ["3.85", "2027", "Rice", "Tulane", "Austin", "Goalkeeper", "Secret", "73301", maya.email])
      expect(reply.text).not.toContain(kept);
  });

  test.each([
    ["shows_gpa", { gpa: "3.85" }],
    ["shows_graduation", { graduation_year: 2027 }],
    ["shows_colleges", { offers: [{ college_name: "Rice" }], visits: [{ college_name: "Tulane" }] }],
    ["shows_measurables", { measurables: { height_in: 70, position: "Goalkeeper" } }],
    ["shows_location", { city: "Austin", state: "TX" }],
  ] as const)("gains exactly one more thing with %s", async (name, more) => {
    const maya = await athlete();
    const bare = await read(await save(maya, { ...NOTHING, is_on: true }));
    const shown = await read(await save(maya, { [name]: true }));
    expect(shown).toMatchObject(more);
    const withdrawn = Object.fromEntries(Object.keys(more).map((key) => [key, bare[key as keyof RecruitingPage]]));
    expect({ ...shown, ...withdrawn }).toEqual(bare);
    expect(await read(await save(maya, { [name]: false }))).toEqual(bare);
  });

  test("never includes a minor's location, and a coach's message reaches the guardian too", async () => {
    const mia = await athlete({ bornOn: yearsAgo(16) });
    const link = await save(mia, { ...NOTHING, is_on: true, shows_gpa: true });
    const refusal = await mia.refused(recruitingRoutes.save, { body: { shows_location: true } });
    expect([refusal.code, refusal.errors.shows_location]).toEqual([422, ["Never shown for athletes under 18."]]);
    // It was switched on before her age was known.
    await testApp.deps.pool.query("update recruiting_links set shows_location = true where account_id = $1", [
      mia.accountId,
    ]);
    const kept = await mia.call(recruitingRoutes.link);
    expect(kept).toMatchObject({ shows_location: false, can_show_location: false });
    await mia.call(guardianRoutes.ask, { body: GUARDIAN });
    const token = mails.tokenOf(await mails.last(GUARDIAN.guardian_email), "guardian-consent");
    await consentAsGuardian(testApp.visitor, token);
    expect(await read(link)).toMatchObject({ city: null, state: null, gpa: "3.85" });

    const body = { name: "Coach Hale", email: "hale@college.test", organization: "State College", message: "Call us." };
    await testApp.visitor.call(recruitingRoutes.contact, { params: paramsOf(link), body });
    const [hers, copy] = [await mails.last(mia.email), await mails.last(GUARDIAN.guardian_email)];
    expect(hers.subject).toBe("Coach Hale (State College) sent a message through your recruiting page");
    expect(copy.subject).toBe("Coach Hale (State College) sent a message through Maya Vega's recruiting page");
    for (const mail of [hers, copy])
      for (const said of ["Call us.", "hale@college.test"]) expect(mail.text).toContain(said);
    expect(copy.text).toContain("You are receiving this because you consented");
    expect(copy.text).not.toContain(mia.email);
  });

  test("ends once the guardian withdraws consent, including URLs of the videos", async () => {
    const mia = await athlete({ bornOn: yearsAgo(16) });
    const { id } = await testApp.video(mia, "For coaches", { visibility: "unlisted" });
    const link = await mia.call(recruitingRoutes.save, { body: { ...NOTHING, is_on: true, highlights: [id] } });
    const guardian = { ...GUARDIAN, guardian_email: "ruth@people.test" };
    await mia.call(guardianRoutes.ask, { body: guardian });
    const token = mails.tokenOf(await mails.last(guardian.guardian_email), "guardian-consent");
    await consentAsGuardian(testApp.visitor, token);
    const hls = (await read(link)).highlights[0]?.video_content.hls ?? "";
    expect((await testApp.visitor.send("GET", hls)).status).toBe(200);
    await withdrawConsent(testApp.visitor, token);
    expect((await testApp.visitor.refused(recruitingRoutes.page, { params: paramsOf(link) })).code).toBe(404);
    expect((await testApp.visitor.send("GET", hls)).status).toBe(404);
  });

  test("never reaches the guardian of an adult", async () => {
    const maya = await athlete();
    const link = await save(maya, { is_on: true });
    const mailed = await mails.count(GUARDIAN.guardian_email);
    const body = { name: "Coach", email: "c@college.test", organization: "State", message: "Hello." };
    await testApp.visitor.call(recruitingRoutes.contact, { params: paramsOf(link), body });
    expect([await mails.count(maya.email), await mails.count(GUARDIAN.guardian_email)]).toEqual([1, mailed]);
  });
});

test("a channel named like its athlete is shown once; an athlete without a name is shown by the channel's name", async () => {
  const maya = await athlete();
  const link = await save(maya, { is_on: true });
  await testApp.deps.pool.query("update channels set name = 'Maya Vega' where id = $1", [maya.channelId]);
  expect(await read(link)).toMatchObject({ name: "Maya Vega", channel_name: null });

  const bare = await testApp.person("bare", { plan: "Individual" });
  expect(await read(await save(bare, { is_on: true }))).toMatchObject({ name: "bare's channel", channel_name: null });
});

describe("the athlete", () => {
  test("changes one thing at a time and keeps the rest, even under concurrent changes", async () => {
    const maya = await athlete();
    expect((await save(maya, { ...NOTHING, is_on: true, shows_gpa: true })).can_show_location).toBe(true);
    await Promise.all([save(maya, { is_on: false }), save(maya, { shows_gpa: false }), save(maya, {})]);
    expect(await maya.call(recruitingRoutes.link)).toMatchObject({ ...NOTHING, is_on: false });
  });

  test("learns why a page that is switched on is closed, and can still edit it", async () => {
    const maya = await athlete();
    const link = await save(maya, { is_on: true });
    const standing = async () => {
      const { is_on, closed_because } = await maya.call(recruitingRoutes.link);
      const { status } = await testApp.visitor.send("GET", `/api/v1${link.path}`);
      return [is_on, closed_because, status];
    };
    expect(await standing()).toEqual([true, null, 200]);
    await testApp.deps.pool.query("update accounts set plan_lapsed_at = now() where id = $1", [maya.accountId]);
    expect(await standing()).toEqual([true, "lapsed", 404]);
    expect(await save(maya, { shows_gpa: true })).toMatchObject({ shows_gpa: true, closed_because: "lapsed" });
    expect(await save(maya, { is_on: false })).toMatchObject({ is_on: false });
    expect((await maya.refused(recruitingRoutes.save, { body: { is_on: true } })).code).toBe(402);
    await testApp.deps.pool.query("update accounts set plan_lapsed_at = null where id = $1", [maya.accountId]);
    await save(maya, { is_on: true });
    await hideChannelOf(testApp.deps.sql, maya.accountId, "staff");
    expect(await standing()).toEqual([true, "hidden", 404]);
  });

  test("learns that a guardian must consent, until they have", async () => {
    const mia = await athlete({ bornOn: yearsAgo(15) });
    expect(await save(mia, { is_on: true })).toMatchObject({ is_on: true, closed_because: "guardian" });
    await mia.call(guardianRoutes.ask, { body: { ...GUARDIAN, guardian_email: "omar@people.test" } });
    const token = mails.tokenOf(await mails.last("omar@people.test"), "guardian-consent");
    await consentAsGuardian(testApp.visitor, token);
    expect((await mia.call(recruitingRoutes.link)).closed_because).toBeNull();
    await withdrawConsent(testApp.visitor, token);
    expect((await mia.call(recruitingRoutes.link)).closed_because).toBe("guardian");
  });
});

test("the page is neither cached by browsers nor passed on as a referrer", async () => {
  const link = await save(await athlete(), { is_on: true });
  const reply = await testApp.visitor.send("GET", `/api/v1${link.path}`);
  expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const page = await loadInitialPage(testApp.deps, link.path ?? "");
  expect(page).toMatchObject({ head: { isIndexed: false, canonical: null }, isSecret: true });
  expect((await loadInitialPage(testApp.deps, "/explore")).isSecret).toBe(false);
});

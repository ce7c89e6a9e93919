import { contentRoutes } from "@app/contract/contents";
import { guardianRoutes } from "@app/contract/guardian";
import { measurableRoutes } from "@app/contract/measurables";
import { type RecruitingLink, recruitingRoutes } from "@app/contract/recruiting";
import { describe, expect, test } from "vitest";
import { consentAsGuardian, withdrawConsent } from "#testing/guardian.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);

const CHOICES = {
  is_on: true,
  shows_gpa: false,
  shows_graduation: true,
  shows_colleges: true,
  shows_measurables: true,
  shows_location: false,
};
const MESSAGE = {
  name: "Coach Hale",
  email: "hale@college.test",
  organization: "State College",
  message: "We saw your tape.\n\nCall us.",
};

function save(athlete: TestPerson, highlights: string[] = [], more: Partial<typeof CHOICES> = {}) {
  return athlete.call(recruitingRoutes.save, {
    body: { ...CHOICES, ...more, highlights },
  });
}

function tokenOf(link: RecruitingLink): string {
  return link.path?.split("/")[2] ?? "";
}

describe("a recruiting page", () => {
  test("can be read by a coach with the link, plays the highlights, and shows what was chosen", async () => {
    const maya = await testApp.person("maya", { plan: "Individual" });
    const open = await testApp.video(maya, "State final");
    const closed = await testApp.video(maya, "For coaches only", { visibility: "unlisted" });
    await maya.call(measurableRoutes.save, {
      body: { height_in: 70, weight_lb: null, position: "Goalkeeper", marks: [] },
    });
    const link = await save(maya, [closed.id, open.id]);
    expect(link.path).toMatch(/^\/recruit\/[A-Za-z0-9_-]{43}$/);

    const page = await testApp.visitor.call(recruitingRoutes.page, { params: { token: tokenOf(link) } });
    expect(page).toMatchObject({ name: "maya's channel", measurables: { height_in: 70, position: "Goalkeeper" } });
    expect(page.highlights.map(({ title }) => title)).toEqual(["For coaches only", "State final"]);
    const playlist = await fetch(new URL(page.highlights[0]?.video_content.hls ?? "", testApp.origin));
    expect([playlist.status, (await playlist.text()).startsWith("#EXTM3U")]).toEqual([200, true]);
    expect((await maya.call(recruitingRoutes.link)).opened_count).toBe(1);

    await save(maya, [closed.id], { shows_measurables: false });
    const narrower = await testApp.visitor.call(recruitingRoutes.page, { params: { token: tokenOf(link) } });
    expect(narrower.measurables).toBeNull();

    // Videos made private or deleted are no longer listed.
    await maya.call(contentRoutes.update, { params: { id: closed.id }, body: { visibility: "private" } });
    const after = await testApp.visitor.call(recruitingRoutes.page, { params: { token: tokenOf(link) } });
    expect(after.highlights).toEqual([]);
    expect((await maya.call(recruitingRoutes.link)).highlights).toEqual([]);
  });

  test("does not open once it is switched off, renewed, hidden or unpaid", async () => {
    const ana = await testApp.person("ana", { plan: "Individual" });
    const opens = async (link: RecruitingLink) => (await testApp.visitor.send("GET", `/api/v1${link.path}`)).status;
    const first = await save(ana);
    expect(await opens(first)).toBe(200);

    const second = await ana.call(recruitingRoutes.renew);
    expect([second.path === first.path, await opens(first), await opens(second)]).toEqual([false, 404, 200]);

    await save(ana, [], { is_on: false });
    expect(await opens(second)).toBe(404);
    expect((await save(ana)).path).toBe(second.path);

    await testApp.deps.pool.query("update accounts set plan_lapsed_at = now() where id = $1", [ana.accountId]);
    expect(await opens(second)).toBe(404);
    expect((await ana.refused(recruitingRoutes.save, { body: { ...CHOICES, highlights: [] } })).code).toBe(402);
    await testApp.deps.pool.query("update accounts set plan_lapsed_at = null where id = $1", [ana.accountId]);
    await testApp.deps.pool.query("update channels set hidden_at = now() where id = $1", [ana.channelId]);
    expect(await opens(second)).toBe(404);
  });

  test("keeps a highlight that is older than the 200 newest videos", async () => {
    const wren = await testApp.person("wren", { plan: "Individual" });
    const [best, recent] = [await testApp.video(wren, "Best save"), await testApp.video(wren, "Recent")];
    await save(wren, [best.id]);
    await testApp.deps.pool.query(
      `insert into contents (id, channel_id, type, title, category_id, visibility, state, length_ms)
       select uuidv7(), channel_id, type, 'Drill', category_id, visibility, state, length_ms
       from contents, generate_series(1, 200) where id = $1`,
      [recent.id],
    );
    const link = await wren.call(recruitingRoutes.link);
    expect(link.highlights).toEqual([best.id]);
    expect(link.videos).toHaveLength(201);
    expect(link.videos.at(-1)).toMatchObject({ id: best.id, title: "Best save" });
    const again = await save(wren, [recent.id, best.id]);
    expect(again.highlights).toEqual([recent.id, best.id]);
    const page = await testApp.visitor.call(recruitingRoutes.page, { params: { token: tokenOf(again) } });
    expect(page.highlights.map(({ title }) => title)).toEqual(["Recent", "Best save"]);
  });

  test("of a minor is open as long as a guardian's consent stands", async () => {
    const mia = await testApp.person("mia", { plan: "Individual" });
    await testApp.deps.pool.query(
      "update accounts set date_of_birth = (now() - interval '16 years')::date where id = $1",
      [mia.accountId],
    );
    const params = { token: tokenOf(await save(mia)) };
    const opens = async () => (await testApp.visitor.send("GET", `/api/v1/recruit/${params.token}`)).status;
    expect(await opens()).toBe(404);
    const guardian = { guardian_email: "rosa@people.test", guardian_name: "Rosa" };
    await mia.call(guardianRoutes.ask, { body: guardian });
    expect(await opens()).toBe(404);
    const token = mails.tokenOf(await mails.last(guardian.guardian_email), "guardian-consent");
    await consentAsGuardian(testApp.visitor, token);
    expect(await opens()).toBe(200);
    await withdrawConsent(testApp.visitor, token);
    expect(await opens()).toBe(404);
    const mailed = await mails.count(mia.email);
    expect((await testApp.visitor.refused(recruitingRoutes.contact, { params, body: MESSAGE })).code).toBe(404);
    expect(await mails.count(mia.email)).toBe(mailed);
  });

  test("accepts only the athlete's own videos", async () => {
    const tom = await testApp.person("tom", { plan: "Individual" });
    const zoe = await testApp.person("zoe", { plan: "Individual" });
    const hers = await testApp.publishes(zoe, "Hers");
    const hidden = await testApp.publishes(tom, "Mine alone", { visibility: "private" });
    for (const { id } of [hers, hidden]) {
      const refusal = await tom.refused(recruitingRoutes.save, { body: { ...CHOICES, highlights: [id] } });
      expect(refusal.errors.highlights).toEqual(["Please choose from your own public and unlisted videos."]);
    }
  });

  test("is for athletes only", async () => {
    const club = await testApp.person("club", { plan: "Team" });
    expect((await club.refused(recruitingRoutes.link)).code).toBe(403);
    expect((await club.refused(recruitingRoutes.save, { body: { ...CHOICES, highlights: [] } })).code).toBe(403);
  });
});

describe("writing to an athlete", () => {
  test("emails the message with the sender's address, and reveals nothing of the athlete's", async () => {
    const leo = await testApp.person("leo", { plan: "Individual" });
    const token = tokenOf(await save(leo));
    const reply = await testApp.visitor.send("POST", `/api/v1/recruit/${token}/contact`, { body: MESSAGE });
    expect(reply.status).toBe(200);
    expect(reply.text).not.toContain(leo.email);
    const mail = await mails.last(leo.email);
    expect(mail.subject).toBe("Coach Hale (State College) sent a message through your recruiting page");
    expect(mail.text).toContain("hale@college.test");
    expect(mail.text).toContain("Call us.");
    const { rows } = await testApp.deps.pool.query("select * from recruiting_messages");
    expect(JSON.stringify(rows)).not.toContain("saw your tape");
  });

  test("silently ignores bots, and limits people who write too much", async () => {
    const ivy = await testApp.person("ivy", { plan: "Individual" });
    const params = { token: tokenOf(await save(ivy)) };
    await testApp.visitor.call(recruitingRoutes.contact, { params, body: { ...MESSAGE, website: "http://spam.test" } });
    expect(await mails.count(ivy.email)).toBe(0);
    const sent = await Promise.all(
      Array.from({ length: 8 }, () =>
        testApp.visitor.send("POST", `/api/v1/recruit/${params.token}/contact`, { body: MESSAGE }),
      ),
    );
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(sent.filter(({ status }) => status === 429)).toHaveLength(3);

    // The same network can write to others, up to a high limit.
    const una = await testApp.person("una", { plan: "Individual" });
    const others = { token: tokenOf(await save(una)) };
    await testApp.visitor.call(recruitingRoutes.contact, { params: others, body: MESSAGE });
    await testApp.deps.pool.query(
      `insert into recruiting_messages (id, account_id, sender_hash)
       select uuidv7(), $1, sender_hash from (select sender_hash from recruiting_messages limit 1) one, generate_series(1, 50)`,
      [ivy.accountId],
    );
    expect((await testApp.visitor.refused(recruitingRoutes.contact, { params: others, body: MESSAGE })).code).toBe(429);
    // A day later nothing counts them, and nothing remains of them.
    await testApp.deps.pool.query("update recruiting_messages set sent_at = now() - interval '25 hours'");
    await testApp.visitor.call(recruitingRoutes.contact, { params: others, body: MESSAGE });
    await testApp.deps.pool.query("select graphile_worker.add_job('recruiting:purge-messages', '{}')");
    await testApp.settle();
    expect((await testApp.deps.pool.query("select from recruiting_messages")).rowCount).toBe(1);
    await testApp.deps.pool.query("delete from recruiting_messages");
  });

  test("is sent even with the longest names: only its subject is cut", async () => {
    const eve = await testApp.person("eve", { plan: "Individual" });
    const params = { token: tokenOf(await save(eve)) };
    const body = { ...MESSAGE, name: `Coach ${"h".repeat(94)}`, organization: `State ${"c".repeat(94)}` };
    await testApp.visitor.call(recruitingRoutes.contact, { params, body });
    const mail = await mails.last(eve.email);
    expect(mail.subject).toMatch(/^Coach h+… \(State c+…\) sent a message through your recruiting page$/);
    expect(mail.text.replace(/\s+/g, "")).toContain(`${body.name}, ${body.organization}`.replace(/\s+/g, ""));
  });

  test.each([
    [{ name: "" }, "name", "Name is a required field"],
    [{ email: "coach" }, "email", "Email must be a valid email"],
    [{ organization: " " }, "organization", "School or club is a required field"],
    [{ message: "x".repeat(2_001) }, "message", "Message must be at most 2000 characters"],
  ])("%j is refused on its field", async (wrong, field, sentence) => {
    const params = { token: "A".repeat(43) };
    const refusal = await testApp.visitor.refused(recruitingRoutes.contact, { params, body: { ...MESSAGE, ...wrong } });
    expect(refusal.errors[field]).toEqual([sentence]);
  });
});

import { commentRuleRoutes } from "@app/contract/comment-rules";
import { commentRoutes } from "@app/contract/comments";
import { todayRoutes } from "@app/contract/console";
import { contentRoutes } from "@app/contract/contents";
import { staffCommentRoutes } from "@app/contract/staff-comments";
import { describe, expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";
import { measureFigures } from "./today.service.ts";

const testApp = await createTestApp();
const { pool } = testApp.deps;
const ada = await testApp.person("ada", { staffRole: "admin" });
const mod = await testApp.person("mod", { staffRole: "moderator" });

async function figure(name: string) {
  const { figures } = await ada.call(todayRoutes.show);
  return figures.find((one) => one.name === name);
}

describe("today", () => {
  test("shows what happened and how things stand, without waiting for the job", async () => {
    const maya = await testApp.person("maya", { plan: "Team" });
    const item = await testApp.publishes(maya, "Regatta");
    await pool.query("update accounts set created_at = now() - interval '9 days' where username = 'maya'");
    await pool.query("update contents set original_bytes = 5000 where id = $1", [item.id]);
    await pool.query(
      "insert into content_hourly_stats (content_id, hour, views) values ($1, date_trunc('hour', now() - interval '2 days'), 40)",
      [item.id],
    );
    expect(await figure("people")).toMatchObject({ now: 2, before: 1 });
    expect(await figure("uploads")).toMatchObject({ now: 1, before: 0 });
    expect(await figure("views")).toMatchObject({ now: 40, before: 0 });
    expect(await figure("storage_bytes")).toMatchObject({ now: 5000, before: null });
    expect(await figure("owed_cents")).toMatchObject({ now: 0 });
    expect((await figure("people"))?.days).toHaveLength(7);
  });

  test("is measured again by the job, and stays unchanged until then", async () => {
    await testApp.person("leo");
    expect(await figure("people")).toMatchObject({ now: 2 });
    await Promise.all([measureFigures(testApp.deps), measureFigures(testApp.deps)]);
    expect(await figure("people")).toMatchObject({ now: 3 });
  });

  test("shows moderators neither money nor the machine", async () => {
    const { figures } = await mod.call(todayRoutes.show);
    expect(figures.map(({ name }) => name)).toEqual([
      "people",
      "uploads",
      "views",
      "reports",
      "appeals",
      "held_comments",
    ]);
  });

  test("counts comments that wait for approval: none that staff hid, or of an item that was deleted", async () => {
    const eve = await testApp.person("eve", { plan: "Team" });
    const fan = await testApp.person("fan");
    const rules = { opens_comments: true, holds_links: false, holds_first: false, slow_mode_s: 0 as const, words: [] };
    await eve.call(commentRuleRoutes.choose, { body: { ...rules, holds_everything: true } });
    const [kept, deleted] = [await testApp.publishes(eve, "Heats"), await testApp.publishes(eve, "Finals")];
    const write = (item: typeof kept, text: string) =>
      fan.call(commentRoutes.add, { params: { id: item.id }, body: { text } });
    const hidden = await write(kept, "An insult");
    await write(kept, "Well rowed");
    await write(deleted, "Well rowed too");
    await mod.call(staffCommentRoutes.hide, { params: { id: hidden.id }, body: { reason: "Insults" } });
    await eve.call(contentRoutes.remove, { params: { id: deleted.id } });
    await measureFigures(testApp.deps);
    expect(await figure("held_comments")).toMatchObject({ now: 1 });
  });

  test("counts what waits for a decision: reports, appeals, and referrals that were flagged", async () => {
    const [zoe, kim] = [await testApp.person("zoe", { plan: "Individual" }), await testApp.person("kim")];
    const addCase = (decidedAt: string | null, appealedAt: string | null) =>
      pool.query(
        `insert into report_cases (id, subject_kind, subject_id, owner_id, excerpt, decided_at, decision, appeal, appealed_at)
         values (gen_random_uuid(), 'channel', gen_random_uuid(), $1, 'Zoe', $2, $3, $4, $5)`,
        [zoe.accountId, decidedAt, decidedAt && "remove", appealedAt && "It was me.", appealedAt],
      );
    const at = "2026-01-05T12:00:00Z";
    await addCase(null, null);
    await addCase(at, null);
    await addCase(at, at);
    await pool.query(
      `insert into referrals (referred_id, earner_id, code, stage, credited_at, available_at, review, signals)
       values ($1, $2, 'ABC123', 'pending', now(), now(), 'open', '{device}')`,
      [kim.accountId, zoe.accountId],
    );
    await measureFigures(testApp.deps);
    expect(await figure("reports")).toMatchObject({ now: 1 });
    expect(await figure("appeals")).toMatchObject({ now: 1 });
    expect(await figure("flagged_referrals")).toMatchObject({ now: 1 });
  });
});

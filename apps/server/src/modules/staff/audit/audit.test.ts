import { auditRoutes } from "@app/contract/audit";
import { commentRuleRoutes } from "@app/contract/comment-rules";
import { consoleRoutes } from "@app/contract/console";
import { describe, expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { pool } = testApp.deps;
const ada = await testApp.person("ada", { staffRole: "admin" });
const mod = await testApp.person("mod", { staffRole: "moderator" });
const maya = await testApp.person("maya", { plan: "Team" });

const force = (forced: boolean) =>
  mod.call(commentRuleRoutes.force, { params: { id: maya.channelId }, body: { forced } });
const list = (query: Record<string, string | number> = {}) => ada.call(auditRoutes.list, { query });

describe("the audit log", () => {
  test("says who changed what, before and after, and only what changed", async () => {
    await mod.call(commentRuleRoutes.chooseStaffWords, { body: { words: ["spam", "bets"] } });
    await force(true);
    await force(true);
    await force(false);
    const { entries, pagination } = await list();
    expect(pagination).toMatchObject({ total: 3, next: null });
    expect(entries.map(({ action }) => action)).toEqual(["comments.released", "comments.forced", "held_words.changed"]);
    expect(entries[1]).toMatchObject({
      staff: { username: "mod" },
      reason: "",
      changes: [],
      subject: { kind: "channel", id: maya.channelId, name: "maya's channel" },
    });
    expect(entries[2]?.changes).toEqual([{ field: "words", before: "", after: "bets, spam" }]);
  });

  test("can be searched by person, id, action and reason, and is paged by cursor", async () => {
    await pool.query(
      `insert into audit_log (id, staff_id, action, subject_kind, subject_id, reason)
       values (uuidv7(), null, 'person.suspended', 'account', $1, 'Sold tickets in the comments')`,
      [maya.accountId],
    );
    expect((await list({ search: "mod" })).entries).toHaveLength(3);
    expect((await list({ search: "@MAYA" })).entries).toMatchObject([{ staff: null, subject: { name: "maya" } }]);
    expect((await list({ search: maya.channelId })).entries).toHaveLength(2);
    expect((await list({ search: "TICKETS" })).entries).toHaveLength(1);
    expect((await list({ search: "%" })).entries).toHaveLength(0);
    expect((await list({ action: "comments.forced" })).entries).toHaveLength(1);
    const first = await list({ per_page: 3 });
    const second = await list({ per_page: 3, cursor: first.pagination.next ?? "" });
    expect([...first.entries, ...second.entries].map(({ id }) => id)).toEqual(
      (await list()).entries.map(({ id }) => id),
    );
    const other = await ada.refused(auditRoutes.list, { query: { action: "x", cursor: first.pagination.next ?? "" } });
    expect(other.code).toBe(422);
  });

  test("cannot be changed by anybody", async () => {
    for (const change of ["update audit_log set reason = ''", "delete from audit_log", "truncate audit_log"])
      await expect(pool.query(change)).rejects.toThrow("append-only");
    expect((await list()).entries).toHaveLength(4);
  });
});

describe("the desk", () => {
  test("shows the role; staff without two-factor sign-in are asked to switch it on, everybody else gets not_found", async () => {
    expect(await ada.call(consoleRoutes.desk)).toEqual({ username: "ada", role: "admin" });
    expect(await mod.call(consoleRoutes.desk)).toEqual({ username: "mod", role: "moderator" });
    await pool.query("delete from two_factor where account_id = $1", [ada.accountId]);
    for (const route of [consoleRoutes.desk, auditRoutes.list])
      expect(await ada.refused(route)).toMatchObject({ code: 403, kind: "two_factor_required" });
    expect((await maya.refused(consoleRoutes.desk)).code).toBe(404);
    expect((await testApp.visitor.refused(consoleRoutes.desk)).code).toBe(404);
    expect((await mod.refused(auditRoutes.list)).code).toBe(404);
  });
});

import { accountSecurityRoutes, dataExportRoutes } from "@app/contract/account-security";
import { describe, expect, test } from "vitest";
import { addFollows } from "#modules/channels/follows/follows.service.ts";
import { bringPeople } from "#modules/earnings/testing/rewards.ts";
import { domains } from "#src/domains.ts";
import { openBarrier } from "#testing/barrier.ts";
import { downloadExport } from "#testing/exports.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, type TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { enableTwoFactor } from "#testing/two-factor.ts";
import { purgeExports } from "./exports.service.ts";
import { failExport, prepareExport } from "./prepare-export.service.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);
const { pool } = testApp.deps;

async function ask(person: TestPerson) {
  await person.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
  return person.call(dataExportRoutes.request);
}

describe("a data export", () => {
  test("contains everything of its owner and nothing of others, and is announced by email", async () => {
    const maya = await testApp.person("maya", { plan: "Individual" });
    const tom = await testApp.person("tom", { plan: "Team" });
    await addFollows(testApp.deps.sql, [{ followerId: maya.accountId, channelId: tom.channelId }]);
    // In New York it is still November, as the page shows.
    await bringPeople(testApp.deps, maya.accountId, { count: 1, at: new Date("2026-12-01T03:00:00Z") });
    const { secret, recoveryCodes } = await enableTwoFactor(maya);
    const film = await testApp.video(maya, "My own film");
    await testApp.publishes(tom, "Not hers");
    await testApp.deps.storage.put(`accounts/${maya.accountId}/avatar.webp`, "a face", { contentType: "image/webp" });
    expect(await maya.call(dataExportRoutes.one)).toMatchObject({ state: "none", url: null });

    const asked = await ask(maya);
    expect(asked).toMatchObject({ state: "preparing", url: null });
    const mail = (await mails.all(maya.email)).find((one) => one.subject === "Your Fieldhouse data is ready");
    expect(mail?.links.some((link) => link.endsWith("/setting?tab=data"))).toBe(true);

    const ready = await maya.call(dataExportRoutes.one);
    expect(ready.state).toBe("ready");
    const files = await downloadExport(testApp, ready.url ?? "");
    const list = (name: string) => JSON.parse(files.get(name)?.toString() ?? "null");
    for (const part of testApp.deps.personalData.exportParts) expect(Array.isArray(list(part.file))).toBe(true);
    expect(list("account.json")).toMatchObject([{ username: "maya", email: maya.email, plan: "Individual" }]);
    expect(list("follows.json")).toMatchObject([{ channel: "tom's channel" }]);
    expect(list("devices.json")).toHaveLength(1);
    expect(list("referrals.json")).toMatchObject([{ joined: "2026-11" }]);
    expect(list("contents.json")).toMatchObject([{ id: film.id, title: "My own film", category: "Rowing" }]);
    expect(files.get("files/account/avatar.webp")?.toString()).toBe("a face");
    const original = [...files].find(([name]) => name.startsWith(`files/contents/${film.id}/original`));
    expect(original?.[1].equals(await testApp.clip())).toBe(true);
    expect(files.get("README.txt")?.toString()).toContain("contents.json");
    const all = [...files].filter(([name]) => !name.startsWith("files/")).map(([, body]) => body.toString());
    for (const hidden of ["Not hers", tom.email, secret, ...recoveryCodes, "argon2"])
      expect(all.join()).not.toContain(hidden);
    expect(ready.size_bytes).toBeGreaterThan((await testApp.clip()).length);
  });

  test("says that downloading keeps the account if its deletion is requested", async () => {
    const lea = await testApp.person("lea");
    await ask(lea);
    await lea.call(accountSecurityRoutes.deleteUser);
    const mail = (await mails.all(lea.email)).find((one) => one.subject === "Your Fieldhouse data is ready");
    expect(mail?.text).toContain("signing in to download keeps it");
  });

  test("prepared by two workers at once is complete, and announced once", async () => {
    const ann = await testApp.person("ann");
    await ask(ann);
    const { rows } = await pool.query("select id from data_exports where account_id = $1", [ann.accountId]);
    await pool.query("delete from graphile_worker._private_jobs");
    const { storage } = testApp.deps;
    // Both runs reach the point where the file is stored before either continues.
    const both = openBarrier(2);
    const late: typeof storage.putFile = async (...given) => {
      await both();
      await storage.putFile(...given);
    };
    const deps = { ...testApp.deps, storage: { ...storage, putFile: late } };
    await Promise.all([1, 2].map(() => prepareExport(deps, rows[0].id, new AbortController().signal)));
    const ready = await ann.call(dataExportRoutes.one);
    expect([...(await downloadExport(testApp, ready.url ?? "")).keys()]).toContain("account.json");
    expect((await mails.all(ann.email)).filter((mail) => mail.subject.includes("data is ready"))).toHaveLength(1);
  });

  test("needs a confirmed password, and can be requested once a day, even concurrently", async () => {
    const una = await testApp.person("una");
    expect((await una.refused(dataExportRoutes.request)).kind).toBe("confirm_password");
    await una.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    const both = await Promise.all([una.send("POST", "/api/v1/data-export"), una.send("POST", "/api/v1/data-export")]);
    expect(both.map((reply) => reply.status).toSorted()).toEqual([200, 429]);
    const refused = both.find((reply) => reply.status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(86_000);
    await testApp.settle();
    expect(await mails.count(una.email)).toBe(1);
    await pool.query("update data_exports set asked_at = now() - interval '25 hours' where account_id = $1", [
      una.accountId,
    ]);
    expect((await una.call(dataExportRoutes.request)).state).toBe("preparing");
  });

  test("needs its exact URL, and is deleted after seven days", async () => {
    const vera = await testApp.person("vera");
    await ask(vera);
    await testApp.settle();
    const { url } = await vera.call(dataExportRoutes.one);
    const address = new URL(url ?? "", testApp.origin);
    const reply = await fetch(address);
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "no-store"]);
    await reply.body?.cancel();
    const key = address.pathname.split("/").slice(5).join("/");
    expect((await fetch(`${testApp.origin}/media/o/${key}`)).status).toBe(404);
    expect((await fetch(address.href.replace(/\/s\/\d/, "/s/9"))).status).toBe(404);

    await pool.query("update data_exports set expires_at = now() where account_id = $1", [vera.accountId]);
    expect(await vera.call(dataExportRoutes.one)).toMatchObject({ state: "expired", url: null });
    await purgeExports(testApp.deps, new AbortController().signal);
    expect((await fetch(address)).status).toBe(404);
    expect(await vera.call(dataExportRoutes.one)).toMatchObject({ state: "expired", url: null });
  });

  test("is only available on a device where the password was just confirmed", async () => {
    const ali = await testApp.person("ali");
    expect(await ask(ali)).toMatchObject({ state: "preparing", needs_password: false });
    await testApp.settle();
    expect(await ali.call(dataExportRoutes.one)).toMatchObject({ state: "ready", needs_password: false });
    const phone = await ali.onAnotherDevice();
    expect(await phone.call(dataExportRoutes.one)).toMatchObject({ state: "ready", url: null, needs_password: true });
    await pool.query("update devices set password_confirmed_at = now() - interval '11 minutes'");
    expect(await ali.call(dataExportRoutes.one)).toMatchObject({ state: "ready", url: null, needs_password: true });
    await ali.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    expect((await ali.call(dataExportRoutes.one)).url).toContain("/media/s/");
  });

  test("that failed says so, and can be requested again immediately", async () => {
    const wes = await testApp.person("wes");
    await ask(wes);
    const { rows } = await pool.query("select id from data_exports where account_id = $1", [wes.accountId]);
    await failExport(testApp.deps, rows[0].id);
    await testApp.settle();
    expect((await wes.call(dataExportRoutes.one)).state).toBe("failed");
    expect((await wes.call(dataExportRoutes.request)).state).toBe("preparing");
  });

  test("covers every table with personal data", async () => {
    const { rows } = await pool.query<{ table: string }>(`
      with recursive personal as (
        select 'accounts'::regclass::oid as id
        union
        select c.conrelid from pg_constraint c join personal p on c.confrelid = p.id where c.contype = 'f'
      )
      select distinct id::regclass::text as table from personal`);
    const told = new Set(
      domains.flatMap(({ personalData: { exportParts = [], notExported = {} } }) => [
        ...exportParts.flatMap((part) => part.tables),
        ...Object.keys(notExported),
      ]),
    );
    expect(rows.map((row) => row.table).filter((table) => !told.has(table))).toEqual([]);
  });
});

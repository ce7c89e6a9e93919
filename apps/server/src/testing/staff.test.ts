import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { accountSecurityRoutes } from "@app/contract/account-security";
import { accountRoutes } from "@app/contract/accounts";
import { billingRoutes } from "@app/contract/billing";
import { earnerRoutes } from "@app/contract/earners";
import { signUpRoutes } from "@app/contract/sign-up";
import { describe, expect, test } from "vitest";
import { runStaffCommand } from "#src/staff-commands.ts";
import { addTestCard, toOrder } from "./billing.ts";
import { createCaller } from "./caller.ts";
import { childEnv } from "./child-env.ts";
import { toTeam } from "./earner-forms.ts";
import { readZip } from "./exports.ts";
import { createMailReader } from "./mail-reader.ts";
import { toLogin } from "./people.ts";
import { signUpAsEarner } from "./registrant.ts";
import { createTestApp } from "./test-app.ts";
import { enableTwoFactor } from "./two-factor.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);
const run = promisify(execFile);
const program = path.resolve(import.meta.dirname, "../staff.ts");
const environment = {
  ...childEnv(),
  DATABASE_URL: testApp.deps.config.databaseUrl ?? "",
  DATA_DIR: testApp.deps.config.dataDir,
  SECRET_KEY: testApp.deps.config.secretKeys.join(),
};

/** Runs a command beside the running product, in this process: a process of its own takes a second to start. */
async function staff(...words: string[]): Promise<{ code: number; text: string }> {
  return runStaffCommand(words, environment).then(
    (text) => ({ code: 0, text }),
    (error: Error) => ({ code: 1, text: error.message }),
  );
}

/** Runs a command like an operator. */
async function staffProgram(...words: string[]): Promise<{ code: number; text: string }> {
  return run(process.execPath, [program, ...words], { env: environment }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
  );
}

async function auditOf(accountId: string): Promise<string[]> {
  const text = "select action from audit_log where subject_id = $1 and staff_id is null";
  const { rows } = await testApp.deps.pool.query<{ action: string }>(text, [accountId]);
  return rows.map(({ action }) => action);
}

async function cardOf(name: string, password?: string) {
  const session = await testApp.visitor.call(accountRoutes.login, {
    body: toLogin(name, password ?? "Correct-Horse-1"),
  });
  return session.users;
}

describe("npm run staff", () => {
  test("lists everybody with a role, admins first, and who cannot use it yet", async () => {
    expect(await staffProgram("list")).toEqual({
      code: 0,
      text: "\nNobody is staff yet. Begin with: npm run staff -- add EMAIL\n\n",
    });
    await testApp.person("zed", { staffRole: "admin" });
    await testApp.person("amy", { staffRole: "moderator" });
    const { accountId } = await testApp.person("bob");
    await testApp.deps.pool.query("update accounts set staff_role = 'moderator' where id = $1", [accountId]);
    const lines = (await staff("list")).text.trim().split("\n");
    expect(lines).toEqual([
      "admin     zed <zed@people.test>",
      "moderator amy <amy@people.test>",
      "moderator bob <bob@people.test> - has no two-factor sign-in yet",
    ]);
    await testApp.deps.pool.query("update accounts set staff_role = null");
  });

  test("creates an admin who sets a password with the printed link", async () => {
    const added = await staff("add", "boss@fieldhouse.test");
    expect(added.code).toBe(0);
    const [, token = ""] = /\/reset-password\/([\w-]{43})/.exec(added.text) ?? [];
    const password = "Right-Horse-2";
    await testApp.visitor.call(signUpRoutes.resetPassword, {
      body: { token, password, password_confirmation: password },
    });
    const { rows } = await testApp.deps.pool.query("select id from accounts where username = 'boss'");
    expect(await auditOf(rows[0].id)).toEqual(["person.role_changed"]);
    expect(await cardOf("boss@fieldhouse.test", password)).toMatchObject({
      username: "boss",
      is_staff: true,
      must_enable_two_factor: true,
      can: { administer: false },
    });
  });

  test.each(["fieldhouse@people.test", "it.field-house@people.test"])(
    "creates an admin of %s, although no username may contain the product's name",
    async (email) => {
      const added = await staff("add", email);
      expect(added).toMatchObject({ code: 0, text: expect.stringMatching(/staff_\d{6} was made, and is admin/) });
    },
  );

  test("promotes an account, changes its role, and removes it", async () => {
    const maya = await testApp.person("maya");
    expect((await staff("add", "MAYA@people.test", "moderator")).text).toContain("maya is moderator now");
    expect(await cardOf("maya")).toMatchObject({ is_staff: true });
    expect((await staff("remove", maya.email)).text).toContain("maya is no longer on the staff");
    expect(await cardOf("maya")).toMatchObject({ is_staff: false });
    expect((await mails.all(maya.email)).map((mail) => mail.subject)).toEqual(
      expect.arrayContaining(["You are a moderator of Fieldhouse now", "You are no longer on the staff of Fieldhouse"]),
    );
    expect(await auditOf(maya.accountId)).toEqual(["person.role_changed", "person.role_changed"]);
  });

  test("gives no role to an unverified address", async () => {
    await testApp.person("una", { isVerified: false });
    const refused = await staff("add", "una@people.test");
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining("not verified") });
  });

  test("lets in somebody who lost app and codes, and notifies them", async () => {
    const vic = await testApp.person("vic");
    await enableTwoFactor(createCaller(testApp.origin, vic.token));
    for (let time = 0; time < 2; time++) expect((await staff("reset-2fa", vic.email)).code).toBe(0);
    expect(await auditOf(vic.accountId)).toEqual(["person.two_factor_reset"]);
    await cardOf("vic");
    expect((await vic.call(accountSecurityRoutes.twoFactor)).is_enabled).toBe(false);
    const subjects = (await mails.all(vic.email)).map((mail) => mail.subject);
    expect(subjects).toContain("Two-factor sign-in is off for Fieldhouse");
  });

  test("ends a plan with a refund, and reports what happened", async () => {
    const { code: refused, text } = await staff("refund", "maya@people.test");
    expect([refused, text]).toEqual([1, expect.stringContaining("There is no payment to refund.")]);
    const dora = await signUpAsEarner(testApp, "dora");
    await dora.refused(earnerRoutes.team, { body: toTeam("dora", testApp.categoryId) });
    const body = toOrder("Team", await addTestCard(dora));
    await dora.call(billingRoutes.createSubscription, { body });
    const { code, text: told } = await staff("refund", dora.email);
    expect([code, told]).toEqual([
      0,
      expect.stringContaining("$29.99 is refunded to the card. The account is erased."),
    ]);
    expect((await mails.all(dora.email)).map((mail) => mail.subject)).toContain("Your Fieldhouse sign-up has ended");
    const { rows } = await testApp.deps.pool.query(
      `select s.status, s.refund_requested_by, (select sum(amount_cents)::int from refunds) as refunded
       from subscriptions s where s.account_id = $1`,
      [dora.accountId],
    );
    expect(rows).toEqual([{ status: "canceled", refund_requested_by: "staff", refunded: 2999 }]);
    const { rows: noted } = await testApp.deps.pool.query(
      "select action, after from audit_log where subject_id = $1 and staff_id is null",
      [dora.accountId],
    );
    expect(noted).toEqual([{ action: "person.refunded", after: { refunded_cents: 2999, erased: true } }]);
  });

  test("writes all data of a person to a file of the operator, and never over another file", async () => {
    const nora = await testApp.person("nora");
    const file = path.join(testApp.deps.config.dataDir, "nora.zip");
    const { code, text } = await staffProgram("export", nora.email, file);
    expect([code, text]).toEqual([0, expect.stringContaining(`All data of nora is in ${file}.`)]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const files = await readZip(file);
    expect(files.get("README.txt")?.toString()).toContain("nora");
    expect(files.get("account.json")?.toString()).toContain("nora@people.test");
    expect(await staff("export", nora.email, file)).toMatchObject({ code: 1, text: expect.stringContaining("EEXIST") });
    expect(await mails.all(nora.email)).toEqual([]);
    expect(await auditOf(nora.accountId)).toEqual(["person.exported"]);
  });

  test("deletes an account that its owner can still restore, and tells them who asked", async () => {
    const olga = await testApp.person("olga");
    const { code, text } = await staff("delete", olga.email);
    expect([code, text]).toEqual([0, expect.stringMatching(/olga is hidden, and will be erased on .+ cancels it/)]);
    const [mail] = await mails.all(olga.email);
    expect(mail?.text).toContain(
      "we were asked to delete your account. It is hidden now and will be erased in 30 days.",
    );
    expect(mail?.text).toContain("because the Fieldhouse team was asked to delete your account");
    expect((await staff("delete", olga.email)).text).toBe(text);
    expect(await mails.count(olga.email)).toBe(1);
    expect((await olga.refused(accountRoutes.devices)).code).toBe(401);
    expect(await cardOf("olga")).toMatchObject({ username: "olga" });
    expect(await auditOf(olga.accountId)).toEqual(["person.deleted"]);
  });

  test("prints its usage for an unknown command", async () => {
    const wrong = [
      [],
      ["add", "nobody"],
      ["add", "a@b.test", "king"],
      ["remove", "a@b.test", "admin"],
      ["export", "a@b.test"],
    ];
    for (const refused of [await staffProgram(), ...(await Promise.all(wrong.map((words) => staff(...words))))]) {
      expect(refused.code).toBe(1);
      expect(refused.text).toContain("npm run staff -- add EMAIL");
    }
  });

  test("reports an address without an account", async () => {
    for (const words of [["remove"], ["delete"], ["export"]])
      expect(await staff(...words, "nobody@people.test", ...(words[0] === "export" ? ["x.zip"] : []))).toMatchObject({
        code: 1,
        text: expect.stringContaining("There is no account with the address nobody@people.test."),
      });
  });
});

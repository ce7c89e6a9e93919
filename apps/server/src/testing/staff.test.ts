import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { accountSecurityRoutes } from "@app/contract/account-security";
import { accountRoutes } from "@app/contract/accounts";
import { billingRoutes } from "@app/contract/billing";
import { earnerRoutes } from "@app/contract/earners";
import { signUpRoutes } from "@app/contract/sign-up";
import { describe, expect, test } from "vitest";
import { addTestCard, toOrder } from "./billing.ts";
import { createCaller } from "./caller.ts";
import { toTeam } from "./earner-forms.ts";
import { createMailReader } from "./mail-reader.ts";
import { toLogin } from "./people.ts";
import { signUpAsEarner } from "./registrant.ts";
import { createTestApp } from "./test-app.ts";
import { enableTwoFactor } from "./two-factor.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);
const run = promisify(execFile);
const program = path.resolve(import.meta.dirname, "../staff.ts");

/** Runs the command like an operator, beside the running product. */
async function staff(...words: string[]): Promise<{ code: number; text: string }> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: testApp.deps.config.databaseUrl ?? "",
    DATA_DIR: testApp.deps.config.dataDir,
    SECRET_KEY: testApp.deps.config.secretKeys.join(),
  };
  return run(process.execPath, [program, ...words], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
  );
}

async function cardOf(name: string, password?: string) {
  const session = await testApp.visitor.call(accountRoutes.login, {
    body: toLogin(name, password ?? "Correct-Horse-1"),
  });
  return session.users;
}

describe("npm run staff", () => {
  test("lists everybody with a role, admins first, and who cannot use it yet", async () => {
    expect((await staff("list")).text).toContain("Nobody is staff yet");
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
    expect(await cardOf("boss@fieldhouse.test", password)).toMatchObject({
      username: "boss",
      is_staff: true,
      must_enable_two_factor: true,
      can: { administer: false },
    });
  });

  test("promotes an account, changes its role, and removes it", async () => {
    const maya = await testApp.person("maya");
    expect((await staff("add", "MAYA@people.test", "moderator")).text).toContain("maya is moderator now");
    expect(await cardOf("maya")).toMatchObject({ is_staff: true });
    expect((await staff("remove", maya.email)).text).toContain("maya is no longer on the staff");
    expect(await cardOf("maya")).toMatchObject({ is_staff: false });
  });

  test("gives no role to an unverified address", async () => {
    await testApp.person("una", { isVerified: false });
    const refused = await staff("add", "una@people.test");
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining("not verified") });
  });

  test("lets in somebody who lost app and codes, and notifies them", async () => {
    const vic = await testApp.person("vic");
    await enableTwoFactor(createCaller(testApp.origin, vic.token));
    expect((await staff("reset-2fa", vic.email)).code).toBe(0);
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
  });

  test("prints its usage for an unknown command", async () => {
    const wrong = [[], ["add", "nobody"], ["add", "a@b.test", "king"], ["remove", "a@b.test", "admin"]];
    for (const refused of await Promise.all(wrong.map((words) => staff(...words)))) {
      expect(refused.code).toBe(1);
      expect(refused.text).toContain("npm run staff -- add EMAIL");
    }
  });

  test("reports an address without an account", async () => {
    expect(await staff("remove", "nobody@people.test")).toMatchObject({ code: 1 });
  });
});

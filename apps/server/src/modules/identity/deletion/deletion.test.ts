import { accountSecurityRoutes, dataExportRoutes, SECURITY_MESSAGES } from "@app/contract/account-security";
import { accountRoutes } from "@app/contract/accounts";
import { channelRoutes } from "@app/contract/channels";
import { contentRoutes } from "@app/contract/contents";
import { earnerRoutes } from "@app/contract/earners";
import { LOGIN_MESSAGES, MESSAGES } from "@app/contract/errors";
import { preferenceRoutes } from "@app/contract/preferences";
import { SIGN_UP_MESSAGES, signUpRoutes } from "@app/contract/sign-up";
import { verificationRoutes } from "@app/contract/verification";
import { describe, expect, test } from "vitest";
import { addFollows } from "#modules/channels/follows/follows.service.ts";
import { openJoiners } from "#modules/earnings/referrals/testing/joiners.ts";
import { createCaller } from "#testing/caller.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, type TestPerson, toDevice, toLogin, toSignUp } from "#testing/people.ts";
import { signUpAsEarner, signUpAsFan } from "#testing/registrant.ts";
import { createTestApp } from "#testing/test-app.ts";
import { appCode, enableTwoFactor } from "#testing/two-factor.ts";
import { deleteForOperator, queueErasures } from "./deletion.service.ts";
import { fillTables } from "./testing/full-person.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);
const { earner, joins } = openJoiners(testApp);
const { pool } = testApp.deps;

async function confirm(person: TestPerson): Promise<void> {
  await person.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
}

async function deleted(name: string, more?: Parameters<typeof testApp.person>[1]): Promise<TestPerson> {
  const person = await testApp.person(name, more);
  await confirm(person);
  await person.call(accountSecurityRoutes.deleteUser);
  return person;
}

const signIn = (name: string) => testApp.visitor.send("POST", "/api/v1/login", { body: toLogin(name, PASSWORD) });

async function restoredMail({ email }: TestPerson): Promise<string | undefined> {
  return (await mails.all(email)).find(({ subject }) => subject === "Your Fieldhouse account was restored")?.text;
}

function inNewYork(at: Date): string {
  return at.toLocaleString("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "America/New_York" });
}

async function letTimePass(person: TestPerson, days: number): Promise<void> {
  await pool.query("update accounts set deletion_due_at = deletion_due_at - make_interval(days => $2) where id = $1", [
    person.accountId,
    days,
  ]);
  await queueErasures(testApp.deps);
  await testApp.settle();
}

describe("deleting an account", () => {
  test("needs a confirmed password, ends all sessions, hides everything and says how to cancel it", async () => {
    const maya = await testApp.person("maya", { plan: "Individual" });
    const fan = await testApp.person("fan");
    const phone = await maya.onAnotherDevice();
    const item = await testApp.publishes(maya, "Regatta");
    expect((await maya.refused(accountSecurityRoutes.deleteUser)).message).toBe(MESSAGES.confirmPassword);
    await confirm(maya);

    const reply = await maya.send("POST", "/api/v1/delete-user");

    const due = new Date(JSON.parse(reply.text).data.deletion_due_at);
    expect(Math.round((due.getTime() - Date.now()) / 86_400_000)).toBe(30);
    expect(reply.headers.get("set-cookie")).toMatch(/^__Host-fieldhouse_refresh=;/);
    expect((await maya.refused(accountRoutes.devices)).code).toBe(401);
    expect((await phone.refused(accountRoutes.devices)).code).toBe(401);
    expect((await fan.refused(contentRoutes.one, { params: { id: item.id } })).code).toBe(404);
    expect((await fan.refused(channelRoutes.one, { params: { id: maya.channelId } })).code).toBe(404);
    const mail = await mails.last(maya.email);
    expect(mail.subject).toBe("Your Fieldhouse account will be deleted");
    expect(mail.text).toContain(`Your account will be deleted on ${inNewYork(due)} (New York time)`);
    expect(mail.text).toContain("To keep it, sign in before then");
    expect(mail.text).not.toContain("not paid out");
  });

  test("ends the open sign-up of the browser, which would take a payment", async () => {
    const sue = await signUpAsEarner(testApp, "sue");
    const code = mails.codeOf(await mails.last(sue.email));
    const session = await sue.call(verificationRoutes.verifyCode, { body: { code, ...toDevice() } });
    const own = createCaller(testApp.origin, session.access_token);
    await own.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    expect((await sue.call(earnerRoutes.registration)).next).toBe("plan");
    await own.call(accountSecurityRoutes.deleteUser);
    expect((await sue.refused(earnerRoutes.registration)).code).toBe(410);
    expect(await sue.call(verificationRoutes.signUp)).toBeNull();
  });

  test("is refused to the only admin, also if two admins delete their accounts at once", async () => {
    const admins = [
      await testApp.person("ruth", { staffRole: "admin" }),
      await testApp.person("rita", { staffRole: "admin", hasTwoFactor: false }),
    ];
    for (const admin of admins) await confirm(admin);
    const replies = await Promise.all(admins.map((admin) => admin.send("POST", "/api/v1/delete-user")));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect(JSON.parse(refused?.text ?? "").message).toBe(SECURITY_MESSAGES.lastAdmin);
  });

  test("says in the email how much money would be lost with the account", async () => {
    const nia = await earner("nia");
    await joins("niasfriend", nia.code);
    await confirm(nia);
    await nia.call(accountSecurityRoutes.deleteUser);
    const mail = (await mails.all(nia.email)).find(
      ({ subject }) => subject === "Your Fieldhouse account will be deleted",
    );
    expect(mail?.text).toContain(
      "You have $10.00 that is not paid out. What is not paid within 30 days is lost. Payouts start at $25.00, so it",
    );
  });

  test("is canceled by signing in; everything is visible again and an email says so", async () => {
    const tom = await deleted("tom", { plan: "Team" });
    const fan = await testApp.person("tomsfan");
    const wrong = await testApp.visitor.refused(accountRoutes.login, { body: toLogin("tom", "not-it") });
    expect(wrong.code).toBe(422);
    expect((await fan.refused(channelRoutes.one, { params: { id: tom.channelId } })).code).toBe(404);
    const kept = await signIn("tom");
    expect([kept.status, JSON.parse(kept.text).message]).toEqual([200, LOGIN_MESSAGES.restored]);
    await fan.call(channelRoutes.one, { params: { id: tom.channelId } });
    expect(await restoredMail(tom)).toContain("Everything you published is visible again.");
    await letTimePass(tom, 31);
    expect((await signIn("tom")).status).toBe(200);
  });

  test("is canceled with an email that does not call a deactivated earner's channel visible", async () => {
    const tia = await testApp.person("tia", { plan: "Team" });
    await confirm(tia);
    await tia.call(earnerRoutes.deactivate);
    await tia.call(accountSecurityRoutes.deleteUser);
    expect((await signIn("tia")).status).toBe(200);
    const mail = await restoredMail(tia);
    expect(mail).toContain("Your channel stays hidden, as it was before.");
    expect(mail).not.toContain("visible again");
  });

  test("says that the plan stops renewing, or, to a person who comes back after its end, that it has ended", async () => {
    const tess = await deleted("tess", { plan: "Team" });
    const asked = (await mails.all(tess.email)).find(({ subject }) => subject.endsWith("will be deleted"));
    expect(asked?.text).toContain("Your plan stops renewing.");
    await pool.query("update accounts set plan_lapsed_at = now() where id = $1", [tess.accountId]);
    expect(JSON.parse((await signIn("tess")).text).message).toBe(LOGIN_MESSAGES.restoredPlanEnded);
    expect(await restoredMail(tess)).toContain("Your plan has ended. To upload and earn again, pay for it");
  });

  test("is canceled by a sign-in that had begun before it, or signs that device out", async () => {
    const tim = await testApp.person("tim");
    await confirm(tim);
    await Promise.all([...Array.from({ length: 4 }, () => signIn("tim")), tim.send("POST", "/api/v1/delete-user")]);
    const { rows } = await pool.query(
      `select a.deletion_due_at from accounts a join devices d on d.account_id = a.id and d.deleted_at is null
       where a.id = $1 and a.deletion_due_at is not null`,
      [tim.accountId],
    );
    expect(rows).toEqual([]);
  });

  test("is canceled by verifying the address, which signs in as well", async () => {
    const ugo = await signUpAsFan(testApp, "ugo");
    await deleteForOperator(testApp.deps, ugo.email);
    await pool.query("update account_links set sent_at = sent_at - interval '2 minutes'");
    await testApp.visitor.call(signUpRoutes.sendVerification, { body: { email_or_username: "ugo" } });
    const token = mails.tokenOf(await mails.last(ugo.email), "email-verification");
    const session = await ugo.call(signUpRoutes.verifyEmail, { body: { token, ...toDevice() } });
    expect(session.users.username).toBe("ugo");
    const { rows } = await pool.query("select deletion_due_at from accounts where id = $1", [ugo.accountId]);
    expect(rows).toEqual([{ deletion_due_at: null }]);
  });

  test("is not canceled by the password alone if two-factor sign-in is on", async () => {
    const una = await testApp.person("una");
    const { secret } = await enableTwoFactor(una);
    await una.call(accountSecurityRoutes.deleteUser);
    expect((await signIn("una")).status).toBe(403);
    const { rows } = await pool.query("select deletion_due_at from accounts where id = $1", [una.accountId]);
    expect(rows[0].deletion_due_at).not.toBeNull();
    const body = { ...toLogin("una", PASSWORD), code: appCode(secret) };
    await testApp.visitor.call(accountRoutes.login, { body });
  });

  test("expires all mailed links", async () => {
    const vic = await testApp.person("vic");
    await testApp.visitor.call(signUpRoutes.forgotPassword, { body: { email_or_username: "vic" } });
    const token = mails.tokenOf(await mails.last(vic.email), "reset-password");
    await confirm(vic);
    await vic.call(accountSecurityRoutes.deleteUser);
    const body = { token, password: "Right-Horse-2", password_confirmation: "Right-Horse-2" };
    expect((await testApp.visitor.refused(signUpRoutes.resetPassword, { body })).code).toBe(410);
  });

  test("requested twice at once is one deletion, with the first due date", async () => {
    const wes = await testApp.person("wes");
    const phone = await wes.onAnotherDevice();
    await confirm(wes);
    await phone.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    const both = await Promise.all([
      wes.send("POST", "/api/v1/delete-user"),
      phone.send("POST", "/api/v1/delete-user"),
    ]);
    expect(both.every((reply) => reply.status === 200 || reply.status === 401 || reply.status === 403)).toBe(true);
    expect(await mails.count(wes.email)).toBeGreaterThanOrEqual(1);
  });
});

describe("after thirty days", () => {
  test("only the id is left; files and rows are gone, and the counts of others are adjusted", async () => {
    const xia = await testApp.person("xia", { plan: "Individual" });
    const yan = await testApp.person("yan", { plan: "Individual" });
    const seen = await testApp.publishes(yan, "Seen by her");
    await fillTables(pool, xia, yan, seen.id);
    await addFollows(testApp.deps.sql, [
      { followerId: xia.accountId, channelId: yan.channelId },
      { followerId: yan.accountId, channelId: xia.channelId },
    ]);
    const video = await testApp.video(xia, "My own film");
    const avatar = `accounts/${xia.accountId}/avatar.webp`;
    await testApp.deps.storage.put(avatar, "a face", { contentType: "image/webp" });
    await xia.call(preferenceRoutes.setPrivacy, { body: { shows_gpa: false } });
    await enableTwoFactor(xia);
    await xia.call(dataExportRoutes.request);
    await testApp.settle();
    expect(await testApp.deps.storage.list(`contents/${video.id}/`)).not.toEqual([]);
    await pool.query("insert into referral_codes (code, earner_id) values ('ABCDEFGH', $1)", [xia.accountId]);
    const shares = [`item/${video.id}`, `channel/${xia.channelId}`, "invitation/ABCDEFGH"];
    const folders = shares.map((share) => `shares/${share.toLowerCase()}/`);
    for (const share of shares)
      expect((await fetch(`${testApp.origin}/share/${share}-0123456789abcdef.jpg`)).status).toBe(200);
    for (const folder of folders) expect(await testApp.deps.storage.list(folder)).toHaveLength(1);
    // A new table with personal data needs rows in `fillTables`, and its erasure in `deletion.service.ts`.
    expect(await emptyTables(xia)).toEqual([]);
    await xia.call(accountSecurityRoutes.deleteUser);

    await letTimePass(xia, 29);
    expect(await testApp.deps.storage.head(avatar)).not.toBeNull();
    await letTimePass(xia, 2);

    for (const prefix of [
      `contents/${video.id}/`,
      `accounts/${xia.accountId}/`,
      `exports/${xia.accountId}/`,
      ...folders,
    ])
      expect(await testApp.deps.storage.list(prefix)).toEqual([]);
    const { rows } = await pool.query("select * from accounts where id = $1", [xia.accountId]);
    const kept = Object.entries(rows[0])
      .filter(([, value]) => value !== null && value !== "" && value !== false)
      .map(([column]) => column);
    expect(kept.toSorted()).toEqual([
      "birth_precision",
      "created_at",
      "email",
      "email_key",
      "erased_at",
      "id",
      "user_type",
      "username",
      "username_key",
    ]);
    expect(rows[0]).toMatchObject({ username: "Deleted user", user_type: "General User" });
    const channel = await pool.query("select name, bio, content_count from channels where id = $1", [xia.channelId]);
    expect(channel.rows).toEqual([{ name: "Deleted user", bio: "", content_count: 0 }]);
    expect(await rowsOf(xia)).toEqual([]);
    // Also where others wrote their name or address.
    const named = await pool.query(
      `select subject from channel_log where subject in ('xia', $1)
       union all select email from channel_invitations where email = $1`,
      [xia.email],
    );
    expect(named.rows).toEqual([]);
    const left = await pool.query("select subscriber_count from channels where id = $1", [yan.channelId]);
    expect(left.rows).toEqual([{ subscriber_count: 0 }]);
    expect((await yan.refused(channelRoutes.one, { params: { id: xia.channelId } })).code).toBe(404);
  });

  test("signing in fails; the username is never available again, and the address is", async () => {
    const zoe = await deleted("zoe");
    await letTimePass(zoe, 31);
    for (const name of ["zoe", zoe.email]) {
      const reply = await signIn(name);
      expect(reply.status).toBe(422);
      expect(JSON.parse(reply.text).message).toBe(LOGIN_MESSAGES.wrong);
    }
    await testApp.visitor.call(signUpRoutes.forgotPassword, { body: { email_or_username: "zoe" } });
    const before = await mails.count(zoe.email);
    const taken = await testApp.visitor.refused(signUpRoutes.register, { body: toSignUp("zoe") });
    expect(taken.errors).toEqual({ username: [SIGN_UP_MESSAGES.usernameTaken] });
    await testApp.visitor.call(signUpRoutes.register, { body: { ...toSignUp("zoe.again"), email: zoe.email } });
    expect(await mails.count(zoe.email)).toBe(before + 1);
  });

  test("a worker that was stopped resumes where it left off", async () => {
    const ada = await deleted("ada", { plan: "Team" });
    const item = await testApp.publishes(ada, "Half gone");
    await pool.query("update accounts set deletion_due_at = now() - interval '1 hour' where id = $1", [ada.accountId]);
    const { eraseAccount } = await import("./deletion.service.ts");
    await expect(eraseAccount(testApp.deps, ada.accountId, AbortSignal.abort())).rejects.toThrow();
    expect((await pool.query("select 1 from contents where id = $1", [item.id])).rows).toHaveLength(1);
    await queueErasures(testApp.deps);
    await testApp.settle();
    expect((await pool.query("select 1 from contents where id = $1", [item.id])).rows).toEqual([]);
    const { rows } = await pool.query("select deletion_due_at, erased_at from accounts where id = $1", [ada.accountId]);
    expect(rows[0]).toMatchObject({ deletion_due_at: null, erased_at: expect.any(Date) });
  });

  /** Rows that remain, without personal data. */
  const STAYS = new Set([
    "channels",
    // Money.
    ...["invoices", "subscriptions", "ledger_accounts", "referrals", "referral_days", "referral_codes"],
    ...["payouts", "payout_accounts"],
    // Computed from public rows and rewritten within minutes; hidden rows are left out when they are read.
    ...["trending_videos", "banner_videos", "top_earners", "weekly_earners", "athletes_of_week"],
    // A counter.
    "live_rooms",
  ]);

  /** Every foreign key to an account or its channel, and whether a row of this person's is behind it. */
  async function referencesTo(person: TestPerson): Promise<{ table: string; name: string; isFull: boolean }[]> {
    const keys = await pool.query<{ table: string; column: string; target: string }>(`
      select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as target
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid in ('accounts'::regclass, 'channels'::regclass)`);
    const found: { table: string; name: string; isFull: boolean }[] = [];
    for (const { table, column, target } of keys.rows) {
      const id = target === "accounts" ? person.accountId : person.channelId;
      const { rows } = await pool.query(`select 1 from ${table} where ${column} = $1 limit 1`, [id]);
      found.push({ table, name: `${table}.${column}`, isFull: rows.length > 0 });
    }
    return found.filter((one) => !STAYS.has(one.table));
  }

  async function rowsOf(person: TestPerson): Promise<string[]> {
    return (await referencesTo(person)).filter((one) => one.isFull).map((one) => one.name);
  }

  async function emptyTables(person: TestPerson): Promise<string[]> {
    const references = await referencesTo(person);
    const full = new Set(references.filter((one) => one.isFull).map((one) => one.table));
    return [...new Set(references.map((one) => one.table))].filter((table) => !full.has(table));
  }
});

import { accountSecurityRoutes } from "@app/contract/account-security";
import { accountRoutes } from "@app/contract/accounts";
import { auditRoutes } from "@app/contract/audit";
import { channelRoutes } from "@app/contract/channels";
import { contentRoutes } from "@app/contract/contents";
import type { AccountId } from "@app/contract/ids";
import { notificationRoutes } from "@app/contract/notifications";
import { PEOPLE_MAX, PEOPLE_MESSAGES, peopleRoutes } from "@app/contract/people";
import { QUEUE_MESSAGES } from "@app/contract/report-queue";
import { reportRoutes } from "@app/contract/reports";
import { signUpRoutes } from "@app/contract/sign-up";
import { describe, expect, onTestFinished, test } from "vitest";
import { hideChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, toLogin } from "#testing/people.ts";
import { queueOf } from "#testing/report-queue.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { pool } = testApp.deps;
const mails = createMailReader(testApp);
const ada = await testApp.person("ada", { staffRole: "admin" });
const mod = await testApp.person("mod", { staffRole: "moderator" });

const signIn = (name: string) => testApp.visitor.call(accountRoutes.login, { body: toLogin(name, PASSWORD) });
const refusedSignIn = (name: string) => testApp.visitor.refused(accountRoutes.login, { body: toLogin(name, PASSWORD) });
const find = async (search: string) =>
  (await mod.call(peopleRoutes.list, { query: { search } })).people.map(({ username }) => username);
const lastEntry = async () => (await ada.call(auditRoutes.list)).entries[0];

describe("finding people", () => {
  test("by any part of a name or address, by phone, id and channel, newest first", async () => {
    const zoe = await testApp.person("zoe_rows", { plan: "Team" });
    await pool.query("update accounts set full_name = 'Zoë O''Neil 100%', phone = '+14155550132' where id = $1", [
      zoe.accountId,
    ]);
    for (const search of ["zoe_r", "@ZOE_ROWS", "o'neil", "100%", "zoe_rows@people", "(415) 555-0132", zoe.accountId])
      expect([search, await find(search)]).toEqual([search, ["zoe_rows"]]);
    expect(await find(zoe.channelId)).toEqual(["zoe_rows"]);
    expect(await find("zoe_rows's chan")).toEqual(["zoe_rows"]);
    expect(await find("zo_rows")).toEqual([]);
    expect(await find("415.555.0132")).toEqual(["zoe_rows"]);
    expect(await find("")).toEqual(["zoe_rows", "mod", "ada"]);
    const staff = await mod.call(peopleRoutes.list, { query: { filter: "staff", per_page: 1 } });
    const next = await mod.call(peopleRoutes.list, {
      query: { filter: "staff", per_page: 1, cursor: staff.pagination.next ?? "" },
    });
    expect([...staff.people, ...next.people].map(({ username }) => username)).toEqual(["mod", "ada"]);
  });

  test("among more of the same name than are listed, newest first", async () => {
    await pool.query(
      `with people as (
         insert into accounts (id, user_type, username, username_key, email, email_key, email_verified_at, password_hash)
         select uuidv7(), 'General User', name, name, name, name, now(), '-'
         from (select 'crowd' || n as name from generate_series(1, $1::int) n) named returning id, username
       ) insert into channels (id, owner_id, name) select uuidv7(), id, 'Fans of ' || username from people`,
      [PEOPLE_MAX],
    );
    const last = await testApp.person("crowd_last", { isVerified: false });
    await pool.query("update channels set name = 'Fans of all' where owner_id = $1", [last.accountId]);
    for (const search of ["crowd", "fans of"]) {
      expect((await find(search))[0]).toBe("crowd_last");
      const { people } = await mod.call(peopleRoutes.list, { query: { search, filter: "unverified" } });
      expect(people.map(({ username }) => username)).toEqual(["crowd_last"]);
    }
    await pool.query("delete from accounts where username like 'crowd%'");
  });

  test("by the last four digits of a card, which may also be part of a name", async () => {
    const payer = await testApp.person("payer");
    await testApp.person("runner_7319");
    await pool.query(
      `insert into payment_methods (id, account_id, provider, provider_id, brand, last4, exp_month, exp_year, fingerprint)
       values (gen_random_uuid(), $1, 'sandbox', 'pm_1', 'visa', '7319', 1, 2040, 'f')`,
      [payer.accountId],
    );
    expect(await find("7319")).toEqual(["runner_7319", "payer"]);
    expect(await find("731")).toEqual(["runner_7319"]);
  });

  test("by a username of digits and dots, which may also be a phone number", async () => {
    const caller = await testApp.person("caller");
    await testApp.person("2025.1234");
    await pool.query("update accounts set phone = '+20251234' where id = $1", [caller.accountId]);
    expect(await find("2025.1234")).toEqual(["2025.1234", "caller"]);
    expect(await find("+20251234")).toEqual(["caller"]);
  });

  test("a person's page shows what staff need to help them, and never a password or a full card number", async () => {
    const ned = await testApp.person("ned", { plan: "Individual" });
    await ned.onAnotherDevice();
    await testApp.publishes(ned, "Sprint");
    const shown = await mod.call(peopleRoutes.one, { params: { id: ned.accountId } });
    expect(shown).toMatchObject({
      username: "ned",
      plan: "Individual",
      items: 1,
      comments: 0,
      ssn_last4: null,
      can: { suspend: true, change_role: false },
    });
    expect(shown.devices).toHaveLength(2);
    await pool.query("update refresh_tokens set expires_at = now() where device_id = $1", [shown.devices[0]?.id]);
    expect((await mod.call(peopleRoutes.one, { params: { id: ned.accountId } })).devices).toEqual([shown.devices[1]]);
    expect(JSON.stringify(shown)).not.toMatch(/hash|argon|secret/);
    const missing = await mod.refused(peopleRoutes.one, { params: { id: "0190a1b2-0000-7000-8000-000000000000" } });
    expect(missing.code).toBe(404);
  });
});

describe("somebody's age", () => {
  test.each([
    ["day", 18],
    ["month", 17],
  ])("by a date of birth known to the %s, eighteen years ago on the first of this month, is %i", async (known, age) => {
    const kid = await testApp.person(`kid_${known}`, { plan: "Individual" });
    await pool.query("update accounts set date_of_birth = $2, birth_precision = $3 where id = $1", [
      ...[kid.accountId, "2008-02-01", known],
    ]);
    const { deps } = testApp;
    const { now } = deps;
    onTestFinished(() => {
      deps.now = now;
    });
    deps.now = () => new Date("2026-02-15T12:00:00Z");
    const shown = await mod.call(peopleRoutes.one, { params: { id: kid.accountId } });
    expect(shown.age).toBe(age);
  });
});

describe("a suspension", () => {
  test("signs a person out everywhere, and sign-in says until when and why; their channel stays", async () => {
    const sue = await testApp.person("sue", { plan: "Team" });
    const phone = await sue.onAnotherDevice();
    const item = await testApp.publishes(sue, "Stays");
    const body = { reason: "Insults in comments", days: 7 };
    await mod.call(peopleRoutes.suspend, { params: { id: sue.accountId }, body });
    for (const device of [sue, phone]) expect((await device.refused(accountRoutes.devices)).code).toBe(401);
    const refused = await refusedSignIn("sue");
    expect(refused).toMatchObject({ code: 403, kind: "suspended" });
    expect(refused.message).toMatch(/suspended until .+ UTC\. Reason: Insults in comments\. If you think/);
    expect((await testApp.visitor.refused(accountRoutes.login, { body: toLogin("sue", "Wrong-Horse-1") })).code).toBe(
      422,
    );
    expect((await ada.call(contentRoutes.one, { params: { id: item.id } })).title).toBe("Stays");
    expect((await mails.last(sue.email)).subject).toBe("Your Fieldhouse account is suspended");
    expect(await lastEntry()).toMatchObject({
      action: "person.suspended",
      staff: { username: "mod" },
      reason: "Insults in comments",
      subject: { kind: "account", name: "sue" },
      changes: [{ field: "access", before: "can sign in", after: expect.stringContaining("suspended until") }],
    });
    await pool.query("update suspensions set until = now() where account_id = $1", [sue.accountId]);
    expect((await signIn("sue")).users.username).toBe("sue");
  });

  test("a mailed link does not get around it, and a suspension that starts during a sign-in wins", async () => {
    const lin = await testApp.person("lin");
    const body = { reason: "Spam", days: 1 };
    await Promise.all([
      ...Array.from({ length: 4 }, () => signIn("lin").catch(() => null)),
      mod.call(peopleRoutes.suspend, { params: { id: lin.accountId }, body }),
    ]);
    const { rows } = await pool.query("select from devices where account_id = $1 and deleted_at is null", [
      lin.accountId,
    ]);
    expect(rows).toHaveLength(0);
    await testApp.visitor.call(signUpRoutes.sendSignInLink, { body: { email_or_username: "lin" } });
    const token = mails.tokenOf(await mails.last(lin.email), "sign-in-link");
    const device = toLogin("", "");
    const refused = await testApp.visitor.refused(signUpRoutes.signInByLink, {
      body: { token, device_id: device.device_id, device_name: device.device_name, ip_address: null },
    });
    expect(refused.kind).toBe("suspended");
  });

  test("a ban hides channel and content, and both come back with the person", async () => {
    const bob = await testApp.person("bob", { plan: "Team" });
    const fan = await testApp.person("fan");
    const item = await testApp.publishes(bob, "Hidden with its channel");
    const see = () => fan.send("GET", `/api/v1/content/${item.id}`);
    await mod.call(peopleRoutes.suspend, { params: { id: bob.accountId }, body: { reason: "Threats", days: null } });
    expect((await see()).status).toBe(404);
    expect((await fan.refused(channelRoutes.one, { params: { id: bob.channelId } })).code).toBe(403);
    expect((await refusedSignIn("bob")).message).toContain("Your account was closed by our team. Reason: Threats.");
    const banned = await mod.call(peopleRoutes.list, { query: { filter: "banned" } });
    expect(banned.people).toMatchObject([{ username: "bob", suspension: { reason: "Threats", until: null } }]);
    await mod.call(peopleRoutes.restore, { params: { id: bob.accountId }, body: { reason: "It was somebody else" } });
    expect((await see()).status).toBe(200);
    expect((await mails.last(bob.email)).subject).toBe("You can sign in to Fieldhouse again");
    expect((await signIn("bob")).users.username).toBe("bob");
  });

  test("shorter than the ban that it replaces shows the channel again, and its email says so", async () => {
    const [ron, one] = [await testApp.person("ron", { plan: "Team" }), await testApp.person("ron_fan")];
    const item = await testApp.publishes(ron, "Hidden for a while");
    for (const days of [null, 7])
      await mod.call(peopleRoutes.suspend, { params: { id: ron.accountId }, body: { reason: "Threats", days } });
    expect((await one.call(contentRoutes.one, { params: { id: item.id } })).title).toBe("Hidden for a while");
    expect((await mails.last(ron.email)).text).toContain("Your channel and what you published are shown again.");
  });

  test("needs a reason, and cannot be given to staff or to oneself", async () => {
    const fox = await testApp.person("fox");
    const params = { id: fox.accountId };
    const empty = await mod.refused(peopleRoutes.suspend, { params, body: { reason: "  ", days: 1 } });
    expect(empty.errors.reason).toEqual(["Please give a reason."]);
    const body = { reason: "A quarrel", days: 1 };
    for (const id of [ada.accountId, mod.accountId])
      expect((await mod.refused(peopleRoutes.suspend, { params: { id }, body })).code).toBe(409);
    expect(
      (await ada.refused(peopleRoutes.signOut, { params: { id: mod.accountId }, body: { reason: "Lost" } })).code,
    ).toBe(409);
  });
});

describe("a channel that staff removed", () => {
  const removed = async (name: string, more: { staffRole?: "moderator" } = {}) => {
    const [owner, fan] = [
      await testApp.person(name, { plan: "Individual", ...more }),
      await testApp.person(`${name}_fan`),
    ];
    await fan.call(reportRoutes.channel, { params: { id: owner.channelId }, body: { reason: "impersonation" } });
    const { id } = await queueOf(mod).firstCase();
    await queueOf(mod).decide(id, "remove", "Not you");
    return { owner, fan, params: { id: owner.accountId } };
  };
  const body = { reason: "It was a parody" };
  const showChannel = async ({ id }: { id: AccountId }) =>
    JSON.parse((await mod.send("POST", `/api/v1/admin/people/${id}/show-channel`, { body })).text).message;

  test("is shown again with a reason, and nothing is left to appeal", async () => {
    const { owner, fan, params } = await removed("pia");
    expect((await fan.refused(channelRoutes.one, { params: { id: owner.channelId } })).code).toBe(403);
    expect((await mod.call(peopleRoutes.one, { params })).can.show_channel).toBe(true);
    expect(await showChannel(params)).toBe(PEOPLE_MESSAGES.channelShown);
    expect((await fan.call(channelRoutes.one, { params: { id: owner.channelId } })).visibility).toBe("open");
    expect((await mod.call(peopleRoutes.one, { params })).can.show_channel).toBe(false);
    expect(await lastEntry()).toMatchObject({
      action: "channel.restored",
      subject: { kind: "channel", id: owner.channelId },
      ...body,
    });
    expect((await owner.call(reportRoutes.decisions)).decisions).toMatchObject([
      { subject: "channel", is_restored: true, can: { appeal: false } },
    ]);
    const [notice] = (await owner.call(notificationRoutes.list)).notifications;
    expect(notice?.notification_message).toBe("Your channel is visible again");
    const again = await mod.refused(peopleRoutes.showChannel, { params, body });
    expect([again.code, again.message]).toEqual([409, PEOPLE_MESSAGES.isChannelNotRemoved]);
  });

  test("stays hidden while something else hides it, and its owner is not told that it is visible", async () => {
    const { owner, fan, params } = await removed("pam");
    await hideChannelOf(testApp.deps.sql, owner.accountId, "deactivation");
    expect(await showChannel(params)).toBe(PEOPLE_MESSAGES.channelStillHidden);
    expect((await fan.refused(channelRoutes.one, { params: { id: owner.channelId } })).code).toBe(410);
    const told = (await owner.call(notificationRoutes.list)).notifications.map((one) => one.notification_message);
    expect(told).toEqual(["Your channel was hidden by our team"]);
  });

  test("is not shown again by the member of staff whose it is", async () => {
    const { owner, params } = await removed("pru", { staffRole: "moderator" });
    expect((await owner.call(peopleRoutes.one, { params })).can.show_channel).toBe(false);
    const refused = await owner.refused(peopleRoutes.showChannel, { params, body });
    expect([refused.code, refused.message]).toEqual([409, QUEUE_MESSAGES.ownCase]);
    expect((await mod.call(peopleRoutes.one, { params })).channel.is_hidden).toBe(true);
  });
});

describe("mails and roles", () => {
  test("staff send a link again, within its limits", async () => {
    const una = await testApp.person("una", { isVerified: false });
    const params = { id: una.accountId };
    await mod.call(peopleRoutes.mail, { params, body: { mail: "verify" } });
    expect((await mails.last(una.email)).subject).toContain("Verify");
    expect((await mod.refused(peopleRoutes.mail, { params, body: { mail: "verify" } })).code).toBe(429);
    expect(
      (await mod.refused(peopleRoutes.mail, { params: { id: ada.accountId }, body: { mail: "verify" } })).code,
    ).toBe(409);
  });

  test("staff learn that a link is not sent, because the person has just requested one themselves", async () => {
    const audited = (await ada.call(auditRoutes.list)).entries.length;
    for (const [username, name] of [
      ["tia", "tia"],
      ["tom", "TOM@people.test"],
    ] as const) {
      const { accountId, email } = await testApp.person(username);
      await testApp.visitor.call(signUpRoutes.forgotPassword, { body: { email_or_username: name } });
      expect(await mails.count(email)).toBe(1);
      const params = { id: accountId };
      expect((await mod.refused(peopleRoutes.mail, { params, body: { mail: "reset" } })).code).toBe(429);
      expect(await mails.count(email)).toBe(1);
    }
    expect((await ada.call(auditRoutes.list)).entries).toHaveLength(audited);
  });

  test("staff send nothing to an address whose owner did not sign up", async () => {
    const viv = await testApp.person("viv", { isVerified: false });
    await pool.query("update accounts set email_disowned_at = now() where id = $1", [viv.accountId]);
    const params = { id: viv.accountId };
    for (const mail of ["verify", "reset"] as const)
      expect(await mod.refused(peopleRoutes.mail, { params, body: { mail } })).toMatchObject({
        code: 409,
        message: PEOPLE_MESSAGES.isDisowned,
      });
    await mod.call(peopleRoutes.suspend, { params, body: { reason: "A stranger's address", days: 7 } });
    expect(await mails.count(viv.email)).toBe(0);
  });

  test("only admins change roles, after their password, and not their own", async () => {
    const pat = await testApp.person("pat");
    const change = { params: { id: pat.accountId }, body: { role: "moderator" as const, reason: "New volunteer" } };
    expect((await mod.refused(peopleRoutes.changeRole, change)).code).toBe(404);
    expect((await ada.refused(peopleRoutes.changeRole, change)).kind).toBe("confirm_password");
    await ada.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    await ada.call(peopleRoutes.changeRole, change);
    expect((await mails.last(pat.email)).subject).toBe("You are a moderator of Fieldhouse now");
    expect((await signIn("pat")).users).toMatchObject({ is_staff: true, must_enable_two_factor: true });
    expect(await lastEntry()).toMatchObject({
      changes: [{ field: "role", before: "none", after: "moderator" }],
      reason: "New volunteer",
    });
    const own = { ...change, params: { id: ada.accountId } };
    expect((await ada.refused(peopleRoutes.changeRole, own)).code).toBe(409);
  });

  test("of two admins who take each other's role at the same moment, one remains", async () => {
    const eve = await testApp.person("eve", { staffRole: "admin" });
    const roleOf = async () =>
      (await pool.query("select staff_role from accounts where username_key in ('ada', 'eve') order by 1")).rows.map(
        (row) => row.staff_role,
      );
    for (const one of [ada, eve])
      await one.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    const body = { role: null, reason: "A quarrel" };
    const take = (one: typeof ada, other: typeof ada) =>
      one.call(peopleRoutes.changeRole, { params: { id: other.accountId }, body }).then(
        () => 200,
        () => 404,
      );
    expect((await Promise.all([take(ada, eve), take(eve, ada)])).sort()).toEqual([200, 404]);
    expect(await roleOf()).toEqual(["admin", null]);
  });
});

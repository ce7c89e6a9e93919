import {
  FIXED_EMAILS,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSetting,
  PREFERENCE_MESSAGES,
  preferenceRoutes,
} from "@app/contract/preferences";
import { describe, expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";
import { readPrivacy } from "./preferences.service.ts";

const testApp = await createTestApp();
const { pool } = testApp.deps;

async function bornYearsAgo(accountId: string, years: number): Promise<void> {
  await testApp.deps.pool.query(
    "update accounts set date_of_birth = (now() at time zone 'Etc/GMT+12')::date - make_interval(years => $2) where id = $1",
    [accountId, years],
  );
}

describe("notifications", () => {
  test("have a default for each kind, and each is switched separately for bell, email and push", async () => {
    const maya = await testApp.person("maya");
    const tom = await testApp.person("tom");
    const first = await maya.call(preferenceRoutes.notifications);
    expect(first.map((setting) => setting.kind)).toEqual([...NOTIFICATION_KINDS]);
    expect(first.every((setting) => setting.bell)).toBe(true);
    expect(first.filter((setting) => setting.is_email_fixed).map((setting) => setting.kind)).toEqual([...FIXED_EMAILS]);
    const of = (settings: NotificationSetting[], kind: NotificationKind) => settings.find((one) => one.kind === kind);
    expect(of(first, "comment")).toMatchObject({ email: "at_once", push: true });
    expect(of(first, "reaction")).toMatchObject({ email: "off", push: false });

    await maya.call(preferenceRoutes.setNotification, { body: { kind: "reaction", email: "daily" } });
    await maya.call(preferenceRoutes.setNotification, { body: { kind: "comment", bell: false } });
    const after = await maya.call(preferenceRoutes.setNotification, { body: { kind: "comment", push: false } });
    const changed = after.filter((setting) => ["comment", "reaction"].includes(setting.kind));
    expect(changed).toEqual([
      { kind: "comment", bell: false, email: "at_once", push: false, is_email_fixed: false },
      { kind: "reaction", bell: true, email: "daily", push: false, is_email_fixed: false },
    ]);
    expect(await tom.call(preferenceRoutes.notifications)).toEqual(first);
    const back = await maya.call(preferenceRoutes.setNotification, { body: { kind: "comment", bell: true } });
    expect(of(back, "comment")).toMatchObject({ bell: true, push: false });
  });

  test("two concurrent changes are both applied", async () => {
    const ada = await testApp.person("ada");
    await Promise.all([
      ada.call(preferenceRoutes.setNotification, { body: { kind: "follow", bell: false } }),
      ada.call(preferenceRoutes.setNotification, { body: { kind: "follow", email: "off" } }),
      ada.call(preferenceRoutes.setNotification, { body: { kind: "follow", push: false } }),
    ]);
    const settings = await ada.call(preferenceRoutes.notifications);
    expect(settings.find(({ kind }) => kind === "follow")).toMatchObject({ bell: false, email: "off", push: false });
  });

  test.each(FIXED_EMAILS)("emails about %s cannot be switched off or delayed, but the bell can be", async (kind) => {
    const person = await testApp.person(`fixed${kind}`);
    for (const email of ["daily", "off"] as const) {
      const refused = await person.refused(preferenceRoutes.setNotification, { body: { kind, email } });
      expect(refused).toMatchObject({ code: 422, errors: { email: [PREFERENCE_MESSAGES.fixedEmail] } });
    }
    const after = await person.call(preferenceRoutes.setNotification, {
      body: { kind, bell: false, email: "at_once" },
    });
    expect(after.find((one) => one.kind === kind)).toMatchObject({ bell: false, email: "at_once" });
  });

  test("the database has the same list of emails that cannot be switched off", async () => {
    const { rows } = await pool.query("select kind from notification_defaults where is_email_fixed order by kind");
    expect(rows.map(({ kind }) => kind)).toEqual([...FIXED_EMAILS]);
  });

  test("refuse an unknown kind and an unknown frequency, naming the field", async () => {
    const una = await testApp.person("una");
    const unknown = await una.send("POST", "/api/v1/notification-settings", { body: { kind: "weather", bell: true } });
    expect(Object.keys(JSON.parse(unknown.text).errors)).toEqual(["kind"]);
    const body = { kind: "comment", email: true, push: "yes" };
    const wrong = await una.send("POST", "/api/v1/notification-settings", { body });
    expect(Object.keys(JSON.parse(wrong.text).errors)).toEqual(["email", "push"]);
  });
});

describe("privacy", () => {
  const hidden = { value: false, by_age: true };
  const shown = { value: true, by_age: false };

  test("shows everything of an adult by default, and null restores the default", async () => {
    const vera = await testApp.person("vera", { plan: "Individual" });
    await bornYearsAgo(vera.accountId, 30);
    expect(await vera.call(preferenceRoutes.privacy)).toEqual({
      is_minor: false,
      is_hidden_from_lists: false,
      shows_gpa: shown,
      shows_location: shown,
      shows_followers: shown,
      is_indexed: shown,
      keeps_history: true,
    });
    const body = { shows_gpa: false, is_hidden_from_lists: true };
    const after = await vera.call(preferenceRoutes.setPrivacy, { body });
    expect(after).toMatchObject({ is_hidden_from_lists: true, shows_gpa: { value: false, by_age: false } });
    expect(after.shows_location).toEqual(shown);
    const back = await vera.call(preferenceRoutes.setPrivacy, { body: { shows_gpa: null } });
    expect(back).toMatchObject({ is_hidden_from_lists: true, shows_gpa: shown });
    expect(await vera.call(preferenceRoutes.setPrivacy, { body: {} })).toEqual(back);
  });

  test("hides GPA and location, followers and the profile from search engines for a minor, and says why", async () => {
    const will = await testApp.person("will", { plan: "Individual" });
    await bornYearsAgo(will.accountId, 15);
    expect(await will.call(preferenceRoutes.privacy)).toMatchObject({
      is_minor: true,
      shows_gpa: hidden,
      shows_location: hidden,
      shows_followers: hidden,
      is_indexed: hidden,
    });
    await will.call(preferenceRoutes.setPrivacy, { body: { shows_gpa: true } });
    expect(await readPrivacy(pool, will.accountId, new Date())).toEqual({
      isMinor: true,
      isHiddenFromLists: false,
      showsGpa: true,
      showsLocation: false,
      showsFollowers: false,
      isIndexed: false,
    });
    // Turning 18 takes effect without any action.
    await bornYearsAgo(will.accountId, 18);
    expect(await readPrivacy(pool, will.accountId, new Date())).toMatchObject({ showsLocation: true, isIndexed: true });
  });

  test("of an unknown account show nothing", async () => {
    expect(await readPrivacy(pool, "00000000-0000-7000-8000-000000000000", new Date())).toMatchObject({
      showsGpa: false,
      isHiddenFromLists: true,
    });
  });

  test.each([{ shows_gpa: "yes" }, { is_hidden_from_lists: null }, { account_id: "1" }])(
    "%j is not taken",
    async (body) => {
      const zoe = await testApp.person(`z${Math.random().toString(36).slice(2, 10)}`);
      const reply = await zoe.send("POST", "/api/v1/privacy-settings", { body });
      expect(reply.status).toBe(422);
      expect(Object.keys(JSON.parse(reply.text).errors)).toEqual(Object.keys(body));
    },
  );
});

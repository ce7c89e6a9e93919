import { PREFERENCE_MESSAGES, preferenceRoutes } from "@app/contract/preferences";
import { expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";
import { findQuietUntil } from "./preferences.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const night = { from: "22:00", to: "07:00" };

test("quiet hours, time zone and digests can be changed one by one, and quiet hours can be removed", async () => {
  const maya = await testApp.person("maya");
  const set = (body: object) => maya.call(preferenceRoutes.setDeliveries, { body });
  const first = await maya.call(preferenceRoutes.deliveries);
  expect(first).toEqual({ time_zone: null, quiet_hours: null, digest_hour: 8, digest_weekday: 1 });
  expect(await set({})).toEqual(first);
  await set({ time_zone: "Asia/Kathmandu" });
  await set({ quiet_hours: { from: "00:05", to: "07:30" } });
  const last = await set({ digest_hour: 18, digest_weekday: 7 });
  const all = { time_zone: "Asia/Kathmandu", digest_hour: 18, digest_weekday: 7 };
  expect(last).toEqual({ ...all, quiet_hours: { from: "00:05", to: "07:30" } });
  expect(await set({ quiet_hours: null })).toEqual({ ...all, quiet_hours: null });
});

test.each([
  [{ time_zone: "Mars/Olympus" }, "time_zone", PREFERENCE_MESSAGES.unknownTimeZone],
  [{ time_zone: "" }, "time_zone", undefined],
  [{ quiet_hours: { from: "22:00", to: "22:00" } }, "quiet_hours", PREFERENCE_MESSAGES.emptyQuietHours],
  [{ quiet_hours: { from: "24:00", to: "07:00" } }, "quiet_hours.from", undefined],
  [{ quiet_hours: { from: "22:00" } }, "quiet_hours.to", undefined],
  [{ digest_hour: 24 }, "digest_hour", undefined],
  [{ digest_weekday: 0 }, "digest_weekday", undefined],
])("%j is refused", async (body, field, message) => {
  const person = await testApp.person(`r${Math.random().toString(36).slice(2, 10)}`);
  const reply = await person.send("POST", "/api/v1/delivery-settings", { body });
  expect(reply.status).toBe(422);
  const { errors } = JSON.parse(reply.text);
  expect(Object.keys(errors)).toEqual([field]);
  if (message) expect(errors[field]).toEqual([message]);
});

test.each([
  ["at their first minute, until the next morning", "2026-11-24T21:00:00Z", night, "2026-11-25T06:00:00Z"],
  ["after midnight, until the same morning", "2026-11-25T02:00:00Z", night, "2026-11-25T06:00:00Z"],
  ["not in the minute before", "2026-11-24T20:59:59Z", night, null],
  ["not in the minute when they end", "2026-11-25T06:00:00Z", night, null],
  ["within a day", "2026-11-24T12:30:00Z", { from: "13:00", to: "14:30" }, "2026-11-24T13:30:00Z"],
  ["outside of them within a day", "2026-11-24T13:30:00Z", { from: "13:00", to: "14:30" }, null],
  ["in the night that is an hour longer", "2026-10-24T22:00:00Z", night, "2026-10-25T06:00:00Z"],
  ["in the night that is an hour shorter", "2026-03-28T22:00:00Z", night, "2026-03-29T05:00:00Z"],
  [
    "that end in the hour that is skipped, when it is over",
    "2026-03-28T22:00:00Z",
    { from: "22:00", to: "02:30" },
    "2026-03-29T01:30:00Z",
  ],
])("quiet hours hold %s", async (_, now, quiet_hours, until) => {
  const person = await testApp.person(`q${Math.random().toString(36).slice(2, 10)}`);
  await person.call(preferenceRoutes.setDeliveries, { body: { time_zone: "Europe/Berlin", quiet_hours } });
  const quiet = await findQuietUntil({ ...deps, now: () => new Date(now) }, deps.sql, [person.accountId]);
  expect(quiet.get(person.accountId)?.toISOString().replace(".000", "") ?? null).toBe(until);
});

test("without a known time zone, the platform's applies; without quiet hours nothing is held", async () => {
  const [eve, kim] = [await testApp.person("eve"), await testApp.person("kim")];
  await eve.call(preferenceRoutes.setDeliveries, { body: { quiet_hours: night } });
  const at = (now: string) =>
    findQuietUntil({ ...deps, now: () => new Date(now) }, deps.sql, [eve.accountId, kim.accountId]);
  expect([...(await at("2026-11-25T03:00:00Z"))]).toEqual([[eve.accountId, new Date("2026-11-25T12:00:00Z")]]);
  expect((await at("2026-11-25T02:59:00Z")).size).toBe(0);
});

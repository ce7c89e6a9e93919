import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

const SECRET = "a secret of thirty-two characters for tests";
const PRODUCTION = {
  NODE_ENV: "production",
  DATABASE_URL: "postgres://127.0.0.1/fieldhouse",
  PUBLIC_URL: "https://fieldhouse.test",
  SECRET_KEY: SECRET,
  SMTP_URL: "smtp://127.0.0.1:25",
  MAIL_FROM: "Fieldhouse <hello@fieldhouse.test>",
  STRIPE_SECRET_KEY: "sk_test_a",
  STRIPE_PUBLISHABLE_KEY: "pk_test_a",
  STRIPE_WEBHOOK_SECRET: "whsec_a",
};
const read = (environment: Record<string, string>) => readConfig(environment, () => SECRET);

describe("production", () => {
  test.each(Object.keys(PRODUCTION).slice(1))("asks for %s", (name) => {
    expect(() => read({ ...PRODUCTION, [name]: "" })).toThrow(`${name}: is required in production`);
  });

  test("is reached by https, or the session's cookie is lost; but for the machine itself", () => {
    expect(read(PRODUCTION).publicUrl).toBe("https://fieldhouse.test");
    for (const PUBLIC_URL of ["http://fieldhouse.test", "http://10.0.0.7:3000", "HTTP://localhost.fieldhouse.test"])
      expect(() => read({ ...PRODUCTION, PUBLIC_URL }), PUBLIC_URL).toThrow("PUBLIC_URL: must be https in production");
    for (const PUBLIC_URL of ["http://localhost:3000", "http://127.0.0.1"])
      expect(read({ ...PRODUCTION, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL);
    expect(read({ PUBLIC_URL: "http://10.0.0.7:3000" }).publicUrl).toBe("http://10.0.0.7:3000");
  });
});

test("live events by Redis ask for one", () => {
  expect(() => read({ LIVE_FANOUT: "redis" })).toThrow("REDIS_URL: is required where LIVE_FANOUT is redis");
  expect(read({ LIVE_FANOUT: "redis", REDIS_URL: "redis://10.0.0.5:6379" }).liveFanout).toBe("redis");
});

describe("the key pair of web push", () => {
  // The example of RFC 8291, section 5.
  const VAPID_PRIVATE_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
  const VAPID_PUBLIC_KEY = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";

  test("is both keys that belong together, or made by ourselves", () => {
    const keys = { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY };
    expect(read({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }).vapid.keys).toEqual(keys);
    expect(read({}).vapid).toEqual({ keys: null, subject: "mailto:support@fieldhouse.test" });
    const wrong = "VAPID_PRIVATE_KEY: does not belong to VAPID_PUBLIC_KEY";
    expect(() => read({ VAPID_PUBLIC_KEY })).toThrow(wrong);
    expect(() => read({ VAPID_PRIVATE_KEY })).toThrow(wrong);
    expect(() => read({ VAPID_PUBLIC_KEY: `${VAPID_PUBLIC_KEY}a`, VAPID_PRIVATE_KEY })).toThrow(wrong);
    expect(() => read({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: "x" })).toThrow(wrong);
  });

  test("comes with an address of the operator that push services accept", () => {
    expect(read(PRODUCTION).vapid.subject).toBe("https://fieldhouse.test");
    expect(read({ ...PRODUCTION, VAPID_SUBJECT: "mailto:ops@league.org" }).vapid.subject).toBe("mailto:ops@league.org");
    expect(() => read({ VAPID_SUBJECT: "ops@league.org" })).toThrow("VAPID_SUBJECT");
    expect(() => read({ ...PRODUCTION, PUSH_TEST_ORIGIN: "http://127.0.0.1:1" })).toThrow("is for tests only");
  });
});

test("the platform's time zone begins its hours with those of UTC, in summer and winter", () => {
  for (const PLATFORM_TIME_ZONE of ["America/New_York", "Pacific/Honolulu", "UTC"])
    expect(read({ PLATFORM_TIME_ZONE }).platformTimeZone).toBe(PLATFORM_TIME_ZONE);
  for (const PLATFORM_TIME_ZONE of ["America/St_Johns", "Australia/Lord_Howe"])
    expect(() => read({ PLATFORM_TIME_ZONE })).toThrow("must be a time zone whole hours from UTC");
  expect(() => read({ PLATFORM_TIME_ZONE: "Mars/Olympus" })).toThrow("must be a time zone such as America/New_York");
});

test("the clock can be ahead in tests only", () => {
  expect(read({}).clockAheadDays).toBe(0);
  expect(read({ CLOCK_AHEAD_DAYS: "31" }).clockAheadDays).toBe(31);
  expect(() => read({ ...PRODUCTION, CLOCK_AHEAD_DAYS: "31" })).toThrow("CLOCK_AHEAD_DAYS: is for tests only");
});

describe("secret keys", () => {
  const other = SECRET.replace("a secret", "another secret");

  test("are several, the one in use first", () => {
    expect(read({ SECRET_KEY: `${other}, ${SECRET}` }).secretKeys).toEqual([other, SECRET]);
  });

  test.each([
    ["a short one", "short"],
    ["a short one behind a long one", `${SECRET},short`],
    ["a short one before a long one", `short,${SECRET}`],
    ["short ones that are long together", Array(10).fill("short").join()],
    ["nothing behind a comma", `${SECRET},`],
  ])("are refused with %s", (_, SECRET_KEY) => {
    expect(() => read({ SECRET_KEY })).toThrow("SECRET_KEY: each key must have 32 characters or more");
  });
});

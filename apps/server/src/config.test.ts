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

test("a public https address asks for production, where no demo accounts are", () => {
  const forgotten = "NODE_ENV: must be production where PUBLIC_URL is https";
  expect(() => read({ PUBLIC_URL: "https://league.example.org" })).toThrow(forgotten);
  expect(() => read({ NODE_ENV: "development", PUBLIC_URL: "https://league.example.org" })).toThrow(forgotten);
  expect(read({ NODE_ENV: "test", PUBLIC_URL: "https://league.example.org" }).demo).toBe(true);
});

test("the public address is an origin", () => {
  for (const PUBLIC_URL of ["https://fieldhouse.test", "https://Fieldhouse.test/", "https://fieldhouse.test:443"])
    expect(read({ ...PRODUCTION, PUBLIC_URL }).publicUrl).toBe("https://fieldhouse.test");
  for (const PUBLIC_URL of [
    "https://fieldhouse.test/app",
    "https://fieldhouse.test?a=1",
    "https://a@fieldhouse.test/#b",
  ])
    expect(() => read({ ...PRODUCTION, PUBLIC_URL }), PUBLIC_URL).toThrow("PUBLIC_URL: must end after the host");
});

test.each([
  ["localhost", "http://localhost:3000"],
  ["::1", "http://[::1]:3000"],
])("without a public address it is that of HOST=%s", (HOST, expected) => {
  expect(read({ HOST, PORT: "3000" }).publicUrl).toBe(expected);
});

test("the sender of emails is an address, with or without a name", () => {
  for (const MAIL_FROM of ["hello@fieldhouse.test", "Example League <no-reply@league.example.org>"])
    expect(read({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM);
  for (const MAIL_FROM of ["Example League", "League <no-reply>", "<a@b.test> League"])
    expect(() => read({ MAIL_FROM }), MAIL_FROM).toThrow("MAIL_FROM: must be an address");
});

test("trusted proxies are addresses, networks or names of networks", () => {
  for (const TRUST_PROXY of ["loopback", "10.0.0.0/8, fd00::/8", "192.0.2.7", "::1"])
    expect(read({ TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY);
  for (const TRUST_PROXY of [
    "999.1.1.1",
    "10.0.0.0/33",
    "fd00::/129",
    "10.0.0.0/8/8",
    "0.0.0.0/0",
    "::/0",
    "LOOPBACK",
    "proxy",
    "loopback,",
  ])
    expect(() => read({ TRUST_PROXY }), TRUST_PROXY).toThrow("TRUST_PROXY: is a list of addresses");
});

describe("Stripe's keys", () => {
  test("have Stripe's prefixes", () => {
    expect(read({ ...PRODUCTION, STRIPE_SECRET_KEY: "rk_test_a" }).stripe?.secretKey).toBe("rk_test_a");
    const wrong = {
      STRIPE_SECRET_KEY: "pk_test_a",
      STRIPE_PUBLISHABLE_KEY: "sk_test_a",
      STRIPE_WEBHOOK_SECRET: "whsec_a,we_1",
    };
    for (const [name, key] of Object.entries(wrong))
      expect(() => read({ ...PRODUCTION, [name]: key }), name).toThrow(`${name}: must begin with`);
  });

  test("are both live, or both for tests", () => {
    const live = { STRIPE_SECRET_KEY: "sk_live_a", STRIPE_PUBLISHABLE_KEY: "pk_live_a" };
    expect(read({ ...PRODUCTION, ...live }).stripe?.secretKey).toBe("sk_live_a");
    for (const [name, key] of Object.entries(live))
      expect(() => read({ ...PRODUCTION, [name]: key }), name).toThrow("one Stripe key is live");
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
  for (const PLATFORM_TIME_ZONE of ["America/New_York", "Pacific/Honolulu", "UTC", "Etc/UTC"])
    expect(read({ PLATFORM_TIME_ZONE }).platformTimeZone).toBe(PLATFORM_TIME_ZONE);
  for (const PLATFORM_TIME_ZONE of ["America/St_Johns", "Australia/Lord_Howe"])
    expect(() => read({ PLATFORM_TIME_ZONE })).toThrow("must be a time zone whole hours from UTC");
  for (const PLATFORM_TIME_ZONE of ["Mars/Olympus", "+05:00", "5"])
    expect(() => read({ PLATFORM_TIME_ZONE })).toThrow("must be a time zone such as America/New_York");
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

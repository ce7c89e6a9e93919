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
      expect(() => read({ ...PRODUCTION, PUBLIC_URL }), PUBLIC_URL).toThrow("PUBLIC_URL: is https in production");
    for (const PUBLIC_URL of ["http://localhost:3000", "http://127.0.0.1"])
      expect(read({ ...PRODUCTION, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL);
    expect(read({ PUBLIC_URL: "http://10.0.0.7:3000" }).publicUrl).toBe("http://10.0.0.7:3000");
  });
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
    expect(() => read({ SECRET_KEY })).toThrow("SECRET_KEY: each key is 32 characters or more");
  });
});

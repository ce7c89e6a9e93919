import { describe, expect, test } from "vitest";
import { readConfig } from "#src/config.ts";
import { createFakeStripe } from "#testing/fake-stripe/fake-stripe.ts";
import { createTestApp } from "#testing/test-app.ts";

const SECRET = "a secret of thirty-two characters for tests";
const STRIPE = {
  STRIPE_SECRET_KEY: "sk_test_a",
  STRIPE_PUBLISHABLE_KEY: "pk_test_a",
  STRIPE_WEBHOOK_SECRET: "whsec_a",
};
const read = (environment: Record<string, string>) => readConfig(environment, () => SECRET);

describe("choosing the payment provider", () => {
  test("uses the sandbox by default, and Stripe when all three settings are set", () => {
    expect(read({}).stripe).toBeNull();
    expect(read(STRIPE).stripe).toMatchObject({ secretKey: "sk_test_a", apiBase: "https://api.stripe.com" });
  });

  test("refuses a partial Stripe configuration and names each missing setting", () => {
    expect(() => read({ STRIPE_SECRET_KEY: "sk_test_a" })).toThrow(
      /STRIPE_PUBLISHABLE_KEY: is required with the other Stripe settings\n {2}STRIPE_WEBHOOK_SECRET/,
    );
  });

  test("requires Stripe in production", () => {
    const production = {
      NODE_ENV: "production",
      DATABASE_URL: "postgres://127.0.0.1/fieldhouse",
      PUBLIC_URL: "https://fieldhouse.test",
      SECRET_KEY: SECRET,
      SMTP_URL: "smtp://127.0.0.1:25",
      MAIL_FROM: "Fieldhouse <hello@fieldhouse.test>",
    };
    for (const name of Object.keys(STRIPE))
      expect(() => read({ ...production, ...STRIPE, [name]: "" })).toThrow(`${name}: is required in production`);
    expect(read({ ...production, ...STRIPE }).stripe).not.toBeNull();
  });
});

test("allows Stripe's script and frames with Stripe only", async () => {
  const policyOf = async (environment: Record<string, string>) => {
    const testApp = await createTestApp(environment);
    return (await testApp.visitor.send("GET", "/healthz")).headers.get("content-security-policy") ?? "";
  };
  expect(await policyOf({})).not.toContain("stripe");
  const policy = await policyOf(STRIPE);
  expect(policy).toContain("script-src 'self' https://js.stripe.com");
  expect(policy).toMatch(/frame-src [^;]*https:\/\/js\.stripe\.com/);
  expect(policy).toMatch(/connect-src [^;]*https:\/\/api\.stripe\.com/);
});

test("a key that Stripe refuses is a fault of ours, not of the request", async () => {
  const stripe = await createFakeStripe();
  const testApp = await createTestApp({ ...stripe.environment, STRIPE_SECRET_KEY: "sk_test_of_another" });
  const maya = await testApp.person("maya", { plan: "Individual" });
  const reply = await maya.send("POST", "/api/v1/create-setup-intent");
  await stripe.stop();
  expect([reply.status, JSON.parse(reply.text).kind]).toEqual([500, "internal"]);
});

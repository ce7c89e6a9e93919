import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createFakeStripe } from "./fake-stripe.ts";
import { readForm } from "./form.ts";

const fake = await createFakeStripe();
afterAll(() => fake.stop());

const answer = z.looseObject({
  id: z.string().optional(),
  error: z.object({ type: z.string(), code: z.string().optional() }).optional(),
});

async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${fake.environment.STRIPE_API_BASE}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${fake.environment.STRIPE_SECRET_KEY}`,
      "stripe-version": "2026-10-28.endive",
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    body,
  });
  return { status: response.status, body: answer.parse(await response.json()) };
}

const customer = (key: string, account: string) =>
  post("/v1/customers", `metadata[account_id]=${account}`, { "idempotency-key": key });

describe("the fake Stripe", () => {
  test("reads forms as Stripe's clients write them", () => {
    expect(
      readForm("items[0][price]=price_1&items[0][quantity]=2&metadata[reference]=a%20b&expand[0]=x.y&plain=1"),
    ).toEqual({
      items: { 0: { price: "price_1", quantity: "2" } },
      metadata: { reference: "a b" },
      expand: { 0: "x.y" },
      plain: "1",
    });
  });

  test("refuses a wrong key, and a write without an idempotency key", async () => {
    const wrong = { authorization: "Bearer sk_test_of_another", "idempotency-key": "a" };
    expect((await post("/v1/customers", "", wrong)).status).toBe(401);
    const bare = await post("/v1/customers", "metadata[account_id]=x");
    expect([bare.status, bare.body.error?.type]).toEqual([400, "invalid_request_error"]);
  });

  test("replays a repeated write, and refuses another one under its key", async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => customer("key-1", "a")));
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
    const other = await customer("key-1", "b");
    expect([other.status, other.body.error?.type]).toEqual([400, "idempotency_error"]);
    expect((await customer("key-2", "b")).body.id).not.toBe(replies[0]?.body.id);
  });

  test("refuses what Stripe does not have", async () => {
    const missing = await post("/v1/setup_intents", "customer=cus_none", { "idempotency-key": "key-3" });
    expect([missing.status, missing.body.error?.code]).toEqual([404, "resource_missing"]);
  });
});

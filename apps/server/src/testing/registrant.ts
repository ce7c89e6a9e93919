import { randomUUID } from "node:crypto";
import type { Plan } from "@app/contract/accounts";
import type { AccountId } from "@app/contract/ids";
import { z } from "zod";
import { completeRegistration } from "#modules/membership/earners/complete-registration.service.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction } from "#platform/db/database.ts";
import { type Caller, createCaller } from "./caller.ts";
import { toSignUp } from "./people.ts";
import type { TestApp } from "./test-app.ts";

/** The browser of a person who has signed up and not signed in. */
export type TestRegistrant = Caller & { username: string; email: string; accountId: AccountId; cookie: string };

export async function signUpAsEarner(
  testApp: TestApp,
  username: string,
  more: { date_of_birth?: string; referral_code?: string } = {},
): Promise<TestRegistrant> {
  return signUpWith(testApp, "/api/v1/register-earner", {
    ...toSignUp(username),
    user_type: "Fieldhouse" as const,
    ...more,
  });
}

/** A General User with an unverified email, in the browser that signed up. */
export function signUpAsFan(
  testApp: TestApp,
  username: string,
  more: { email?: string; referral_code?: string } = {},
): Promise<TestRegistrant> {
  return signUpWith(testApp, "/api/v1/register", { ...toSignUp(username), ...more });
}

async function signUpWith(testApp: TestApp, path: string, body: ReturnType<typeof toSignUp>): Promise<TestRegistrant> {
  const { username } = body;
  const reply = await testApp.visitor.send("POST", path, { body });
  const [cookie] = /__Host-fieldhouse_registration=[^;]+/.exec(reply.headers.get("set-cookie") ?? "") ?? [];
  if (!cookie) throw new Error(`no cookie in ${reply.status}: ${reply.text}`);
  const account = await testApp.deps.sql
    .selectFrom("accounts")
    .select("id")
    .where("email", "=", body.email)
    .executeTakeFirstOrThrow();
  return {
    ...createCaller(testApp.origin, null, { cookie }),
    username,
    email: body.email,
    accountId: account.id as AccountId,
    cookie,
  };
}

/** Adds a paid plan and completes the registration, without a payment. */
export async function payPlan(testApp: TestApp, accountId: string, plan: Plan): Promise<void> {
  const id = newId(z.uuid());
  await testApp.deps.sql
    .insertInto("subscriptions")
    .values({
      id,
      account_id: accountId,
      provider: "sandbox",
      provider_id: `sub_${id}`,
      idempotency_key: randomUUID(),
      plan,
      price_cents: 999,
      currency: "usd",
      status: "active",
      current_period_start: new Date(),
      current_period_end: new Date(Date.now() + 30 * 86_400_000),
      consent_text: "I agree.",
    })
    .execute();
  await inTransaction(testApp.deps.sql, (tx) => completeRegistration(testApp.deps, tx, accountId));
}

/** Ends a plan's paid period. */
export async function endPlan(testApp: TestApp, accountId: string): Promise<void> {
  await testApp.deps.sql
    .updateTable("subscriptions")
    .set({ status: "canceled", canceled_at: new Date() })
    .where("account_id", "=", accountId)
    .execute();
}

import { randomUUID } from "node:crypto";
import type { Plan } from "@app/contract/accounts";
import type { AccountId } from "@app/contract/ids";
import { z } from "zod";
import { completeRegistration } from "#modules/membership/earners/complete-registration.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import { newId } from "#platform/new-id.ts";
import { type Caller, openCaller } from "./caller.ts";
import { toSignUp } from "./people.ts";
import type { Stage } from "./stage.ts";

/** The browser of somebody who has signed up and is not signed in yet. */
export type StageRegistrant = Caller & { username: string; email: string; accountId: AccountId; cookie: string };

export async function signUpAsEarner(
  stage: Stage,
  username: string,
  more: { date_of_birth?: string; referral_code?: string } = {},
): Promise<StageRegistrant> {
  return signUpWith(stage, "/api/v1/register-earner", {
    ...toSignUp(username),
    user_type: "Fieldhouse" as const,
    ...more,
  });
}

/** A General User who has not verified their address yet, in the browser that signed up. */
export function signUpAsFan(
  stage: Stage,
  username: string,
  more: { email?: string; referral_code?: string } = {},
): Promise<StageRegistrant> {
  return signUpWith(stage, "/api/v1/register", { ...toSignUp(username), ...more });
}

async function signUpWith(stage: Stage, path: string, body: ReturnType<typeof toSignUp>): Promise<StageRegistrant> {
  const { username } = body;
  const reply = await stage.visitor.send("POST", path, { body });
  const [cookie] = /__Host-fieldhouse_registration=[^;]+/.exec(reply.headers.get("set-cookie") ?? "") ?? [];
  if (!cookie) throw new Error(`no cookie in ${reply.status}: ${reply.text}`);
  const account = await stage.deps.sql
    .selectFrom("accounts")
    .select("id")
    .where("email", "=", body.email)
    .executeTakeFirstOrThrow();
  return {
    ...openCaller(stage.origin, null, { cookie }),
    username,
    email: body.email,
    accountId: account.id as AccountId,
    cookie,
  };
}

/** A plan that is paid and completed, as the billing module leaves it; how one pays is its own story. */
export async function payPlan(stage: Stage, accountId: string, plan: Plan): Promise<void> {
  const id = newId(z.uuid());
  await stage.deps.sql
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
  await inTransaction(stage.deps.sql, (tx) => completeRegistration(stage.deps, tx, accountId));
}

/** The paid time of a plan is over. */
export async function endPlan(stage: Stage, accountId: string): Promise<void> {
  await stage.deps.sql
    .updateTable("subscriptions")
    .set({ status: "canceled", canceled_at: new Date() })
    .where("account_id", "=", accountId)
    .execute();
}

import { BILLING_MESSAGES } from "@app/contract/billing";
import { z } from "zod";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { declined } from "./cards.service.ts";
import { handleEvent } from "./events.service.ts";
import { type Payer, requireCustomer } from "./payer.service.ts";
import type { BillingDeps } from "./reconcile.service.ts";

/**
 * Completes or fails the bank's challenge for a card or a payment, as the bank's own page would.
 * @throws AppError `not_found` no sandbox, or no such challenge for this payer; `payment_required` the challenge failed
 */
export async function answerChallenge(
  deps: Pick<Deps, "sql" | "payments">,
  payer: Payer,
  challengeId: string,
  outcome: "complete" | "fail",
): Promise<void> {
  const { sandbox } = deps.payments;
  if (!sandbox) throw notFound();
  if (!(await sandbox.authenticate(await requireCustomer(deps, payer), challengeId, outcome))) throw notFound();
  if (outcome === "fail") throw declined(BILLING_MESSAGES.authenticationFailed);
}

/** Renews due subscriptions in the sandbox and handles its events. Does nothing with Stripe. */
export async function runSandbox(deps: BillingDeps): Promise<void> {
  const { sandbox } = deps.payments;
  if (!sandbox) return;
  const onFailure = (error: unknown) => deps.log.error({ err: error }, "sandbox failed");
  await sandbox.run(onFailure);
  await sandbox.deliver((event) => handleEvent(deps, event), onFailure);
}

export const runSandboxJob = defineJob({
  name: "billing:run-sandbox",
  lane: "short",
  payload: z.object({}),
  attempts: 1,
  timeoutMs: 5 * 60_000,
  cron: "* * * * *",
  run: (deps) => runSandbox(deps),
});

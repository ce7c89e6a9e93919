import { BILLING_MESSAGES } from "@app/contract/billing";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { declined } from "./cards.service.ts";
import { type Payer, requireCustomer } from "./payer.service.ts";

/**
 * Answers the bank's question about a card or a payment, as the bank's own page would.
 * @throws AppError `not_found` there is no sandbox, or no such question to this payer; `payment_required` it failed
 */
export async function answerBank(
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

import type { Plan } from "@app/contract/accounts";
import { type BillingSummary, toConsentText } from "@app/contract/billing";
import { isGuardianNeeded } from "#modules/membership/earners/guardian.service.ts";
import { findPayablePlan } from "#modules/membership/earners/registration-state.service.ts";
import type { Deps } from "#platform/deps.ts";
import { addMonths } from "#platform/payments/months.ts";
import type { Payer } from "./payer.service.ts";
import { requireOffer } from "./plans.service.ts";
import { showSubscription } from "./show-subscription.service.ts";
import { selectAccountPlan } from "./standing.sql.ts";
import { selectLatest } from "./subscriptions.sql.ts";

export async function summarizeBilling(
  deps: Pick<Deps, "sql" | "payments" | "now" | "secrets">,
  payer: Payer,
  asked: Plan | undefined,
): Promise<BillingSummary> {
  const plan =
    asked ??
    (await findPayablePlan(deps, deps.sql, payer.accountId)) ??
    (await selectAccountPlan(deps.sql, payer.accountId));
  const offer = plan && (await requireOffer(deps.sql, plan));
  const latest = await selectLatest(deps.sql, payer.accountId);
  return {
    provider: deps.payments.provider,
    publishable_key: deps.payments.publishableKey,
    offer,
    consent_text: offer && toConsentText(offer.title, offer.price_cents),
    renews_at: addMonths(deps.now(), 1).toISOString(),
    subscription: latest && (await showSubscription(deps, latest)),
    needs_guardian: await isGuardianNeeded(deps, payer.accountId),
  };
}

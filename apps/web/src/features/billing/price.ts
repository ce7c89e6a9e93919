import type { Plan } from "@app/contract/accounts";
import type { PlanOffer } from "@app/contract/billing";
import { toDollars } from "@app/contract/money";

/** @returns '$9.99 a month', nothing while the prices are not known */
export function pricePerMonth(offers: readonly PlanOffer[] | undefined, plan: Plan): string | undefined {
  const offer = offers?.find((one) => one.plan === plan);
  return offer && `${toDollars(offer.price_cents)} a ${offer.interval}`;
}

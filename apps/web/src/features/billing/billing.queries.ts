import type { Plan } from "@app/contract/accounts";
import type { PlanOffer } from "@app/contract/billing";
import { toDollars } from "@app/contract/formats";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

const GUARDIAN_POLL_MS = 10_000;

export const plans = queryOptions({
  queryKey: ["plans"],
  queryFn: ({ signal }) => call("GET /plans", {}, signal),
});

export const SUMMARY_KEY = ["billing-summary"] as const;

/** @param plan null for the current plan, or the one chosen at sign-up */
export function summaryQuery(plan: Plan | null) {
  return queryOptions({
    queryKey: [...SUMMARY_KEY, plan],
    queryFn: ({ signal }) => call("GET /billing/summary", { query: plan === null ? {} : { plan } }, signal),
    // Payment and consent may have changed elsewhere.
    staleTime: 0,
  });
}

export const guardianState = queryOptions({
  queryKey: ["guardian"],
  queryFn: ({ signal }) => call("GET /guardian", {}, signal),
  staleTime: 0,
  // The guardian answers on another device, once: not worth a live event.
  refetchInterval: ({ state }) => (state.data?.state === "asked" ? GUARDIAN_POLL_MS : false),
});

/** @returns '$9.99 a month', or nothing until the prices have loaded */
export function pricePerMonth(offers: readonly PlanOffer[] | undefined, plan: Plan): string | undefined {
  const offer = offers?.find((one) => one.plan === plan);
  return offer && `${toDollars(offer.price_cents)} a ${offer.interval}`;
}

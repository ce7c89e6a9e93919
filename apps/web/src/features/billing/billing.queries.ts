import type { Plan } from "@app/contract/accounts";
import type { PlanOffer } from "@app/contract/billing";
import { toDollars } from "@app/contract/formats";
import type { guardianRoutes } from "@app/contract/guardian";
import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "#lib/api.ts";

const GUARDIAN_POLL_MS = 10_000;

type Guardian = z.infer<typeof guardianRoutes.state.data>;

export const plans = queryOptions({
  queryKey: ["plans"],
  queryFn: ({ signal }) => call("GET /plans", {}, signal),
});

export const SUMMARY_KEY = ["billing-summary"] as const;
export const INVOICES_KEY = ["invoices"] as const;

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
  // The guardian answers on another device: not worth a live event.
  refetchInterval: ({ state }) => (mayAnswer(state.data) ? GUARDIAN_POLL_MS : false),
});

/** Until it expires, the link that the guardian has also turns a refusal or a withdrawal into a consent. */
function mayAnswer(guardian: Guardian | undefined): boolean {
  if (!guardian || guardian.is_late) return false;
  const { state } = guardian;
  return state === "asked" || state === "declined" || state === "withdrawn";
}

/** @returns '$9.99 a month', or nothing until the prices have loaded */
export function pricePerMonth(offers: readonly PlanOffer[] | undefined, plan: Plan): string | undefined {
  const offer = offers?.find((one) => one.plan === plan);
  return offer && `${toDollars(offer.price_cents)} a ${offer.interval}`;
}

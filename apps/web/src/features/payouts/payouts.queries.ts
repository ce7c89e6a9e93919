import type { PayoutMethod } from "@app/contract/payouts";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { useSensitiveMutation, withConfirmedPassword } from "#lib/confirm-password.ts";
import { liveMeta } from "#lib/live-queries.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";

const GUARDIAN_POLL_MS = 10_000;

const KEY = ["payouts"] as const;
/** Somebody joined, or money moved. */
const LIVE = liveMeta("earnings.changed");

export const payoutOverview = queryOptions({
  queryKey: [...KEY, "overview"],
  queryFn: ({ signal }) => call("GET /payouts/overview", {}, signal),
  staleTime: 0,
  meta: LIVE,
  // The guardian answers on another device, once: not worth a live event.
  refetchInterval: ({ state }) => (state.data?.hurdles.includes("guardian") ? GUARDIAN_POLL_MS : false),
});

export const payoutHistory = infiniteQueryOptions({
  queryKey: [...KEY, "history"],
  queryFn: ({ pageParam, signal }) =>
    call("GET /payouts", { query: { per_page: 6, ...(pageParam !== undefined && { cursor: pageParam }) } }, signal),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: nextPage,
  staleTime: 0,
  meta: LIVE,
});

/** @param period YYYY-MM or YYYY */
export function statementOf(period: string) {
  return queryOptions({
    queryKey: [...KEY, "statement", period],
    queryFn: ({ signal }) => call("GET /earnings-statement", { query: { period } }, signal),
    staleTime: 0,
    meta: LIVE,
  });
}

export function useSaveMethod() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { method: PayoutMethod; paypal_email: string | null }) =>
      withConfirmedPassword(() => callWithMessage("PUT /payouts/method", { body })),
    onSuccess: () => cache.invalidateQueries({ queryKey: KEY }),
  });
}

/** Leaves for Stripe's page, which leads back here. */
export function useOpenStripe() {
  return useSensitiveMutation({
    run: () => call("POST /payouts/stripe-account"),
    onDone: ({ url }) => window.location.assign(url),
  });
}

/** The form's values go straight to the server, and stay in no cache of the page: they hold a tax number. */
export function useAfterW9(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: KEY });
}

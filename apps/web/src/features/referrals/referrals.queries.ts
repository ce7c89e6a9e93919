import type { ChartType } from "@app/contract/earnings";
import type { LinkState } from "@app/contract/referrals";
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { liveMeta } from "#lib/live-queries.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import type { ReferralQuery } from "./referral-params.ts";

/** All queries about one's own earnings: a referral or a payout changes several of them. */
const KEY = ["earnings"] as const;
/** Somebody joined, or money moved. */
const LIVE = liveMeta("earnings.changed");
const LINKS = [...KEY, "links"] as const;

export const earningsSummary = queryOptions({
  queryKey: [...KEY, "summary"],
  queryFn: ({ signal }) => call("GET /earnings-summary", {}, signal),
  staleTime: 0,
  meta: LIVE,
});

export function monthlyChart(type: ChartType) {
  return queryOptions({
    queryKey: [...KEY, "chart", type],
    queryFn: ({ signal }) => call("GET /monthly-chart", { query: { type } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: LIVE,
  });
}

export function referralDetails(query: ReferralQuery) {
  return queryOptions({
    queryKey: [...KEY, "details", query],
    queryFn: ({ signal }) => call("GET /referral-details", { query }, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    meta: LIVE,
  });
}

/** For a CSV file. */
export function fetchAllDetails({ search_term, filter_type, time_frame }: ReferralQuery) {
  return call("GET /referral-details/all", { query: { search_term, filter_type, time_frame } });
}

export function referralLinks(state: LinkState) {
  return infiniteQueryOptions({
    queryKey: [...LINKS, state],
    queryFn: ({ pageParam, signal }) =>
      call("GET /referral-links", { query: { state, ...(pageParam !== undefined && { cursor: pageParam }) } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    staleTime: 0,
    meta: LIVE,
  });
}

export function useAddLink() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (label: string) => call("POST /referral-links", { body: { label } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: LINKS }),
  });
}

export function useRenameLink() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ code, label }: { code: string; label: string }) =>
      call("PATCH /referral-links/:code", { params: { code }, body: { label } }),
    onSettled: () => cache.invalidateQueries({ queryKey: KEY }),
  });
}

export function useWithdrawLink() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call("DELETE /referral-links/:code", { params: { code } }),
    onSettled: () => cache.invalidateQueries({ queryKey: LINKS }),
  });
}

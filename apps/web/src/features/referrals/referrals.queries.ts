import type { ChartType } from "@app/contract/earnings";
import {
  type LinkState,
  REFERRAL_FILTERS,
  REFERRALS_PER_PAGE,
  type ReferralFilter,
  TIME_FRAMES,
  type TimeFrame,
} from "@app/contract/referrals";
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { liveMeta } from "#lib/live-queries.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { oneOf, type SearchParams } from "#lib/search-params.ts";
import { toast } from "#lib/toast.ts";

/** All queries about the user's own earnings: a referral or a payout changes several of them. */
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
    // Here, because its row has left the list before `mutate` could say it.
    onSuccess: () => toast.success("The link was deactivated."),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: LINKS }),
  });
}

/** The list of people that is shown, as the URL carries it. */
export type ReferralQuery = {
  search_term: string;
  filter_type: ReferralFilter;
  time_frame: TimeFrame;
  page: number;
  per_page: number;
};

export const PER_PAGE_CHOICES = [REFERRALS_PER_PAGE, 25, 50] as const;

export const ALL_REFERRALS: ReferralQuery = {
  search_term: "",
  filter_type: "all",
  time_frame: "all",
  page: 1,
  per_page: REFERRALS_PER_PAGE,
};

/** Reads a list from a URL and ignores invalid values. */
export function readReferralQuery(address: SearchParams): ReferralQuery {
  const page = Number(address.page);
  return {
    search_term: (address.search_term ?? "").trim().slice(0, 64),
    filter_type: oneOf(REFERRAL_FILTERS, address.filter_type) ?? "all",
    time_frame: oneOf(TIME_FRAMES, address.time_frame) ?? "all",
    page: Number.isInteger(page) && page > 0 ? Math.min(page, 100_000) : 1,
    per_page: PER_PAGE_CHOICES.find((count) => String(count) === address.per_page) ?? REFERRALS_PER_PAGE,
  };
}

/** @returns the parameters for a URL, without defaults */
export function toReferralParams(query: ReferralQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([name, value]) => value !== ALL_REFERRALS[name as keyof ReferralQuery])
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Without the search. */
export function countFilters({ filter_type, time_frame }: ReferralQuery): number {
  return [filter_type, time_frame].filter((filter) => filter !== "all").length;
}

/** Whether the list leaves anybody out. */
export function isFiltered(query: ReferralQuery): boolean {
  return query.search_term !== "" || countFilters(query) > 0;
}

import {
  REFERRAL_FILTERS,
  REFERRALS_PER_PAGE,
  type ReferralFilter,
  TIME_FRAMES,
  type TimeFrame,
} from "@app/contract/referrals";
import { oneOf, type SearchParams } from "#lib/search-params.ts";

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

/** Whether the list leaves anybody out. */
export function isFiltered({ search_term, filter_type, time_frame }: ReferralQuery): boolean {
  return search_term !== "" || filter_type !== "all" || time_frame !== "all";
}

import { expect, test } from "vitest";
import {
  ALL_REFERRALS,
  isFiltered,
  type ReferralQuery,
  readReferralQuery,
  toReferralParams,
} from "./referrals.queries.ts";

const chosen: ReferralQuery = {
  search_term: "maya",
  filter_type: "pending",
  time_frame: "30d",
  page: 3,
  per_page: 25,
};

test("a list survives a round trip through the URL", () => {
  expect(readReferralQuery(toReferralParams(chosen))).toEqual(chosen);
  expect(toReferralParams(ALL_REFERRALS)).toEqual({});
  expect(readReferralQuery({})).toEqual(ALL_REFERRALS);
});

test("meaningless values are ignored", () => {
  const wrong = { filter_type: "joined", time_frame: "1d", page: "0", per_page: "7" };
  expect(readReferralQuery(wrong)).toEqual(ALL_REFERRALS);
  expect(readReferralQuery({ page: "1.5", search_term: "  " })).toEqual(ALL_REFERRALS);
  expect(readReferralQuery({ page: "999999999" }).page).toBe(100_000);
  expect(readReferralQuery({ search_term: "x".repeat(80) }).search_term).toHaveLength(64);
});

test.each([
  [{}, false],
  [{ page: 2, per_page: 50 }, false],
  [{ search_term: "x" }, true],
  [{ filter_type: "paid" }, true],
  [{ time_frame: "today" }, true],
] as const)("%j counts as a filter: %s", (more, expected) => {
  expect(isFiltered({ ...ALL_REFERRALS, ...more })).toBe(expected);
});

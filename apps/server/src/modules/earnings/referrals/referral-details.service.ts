import { DELETED_USER } from "@app/contract/brand";
import { toPagination } from "@app/contract/http";
import { REFERRAL_MATCHES_MAX, REFERRALS_IN_CSV_MAX, type referralRoutes } from "@app/contract/referrals";
import type { z } from "zod";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { Member } from "#platform/viewer.ts";
import {
  type DetailFilter,
  type DetailRow,
  findPageStart,
  selectDetails,
  selectMatches,
  selectPage,
} from "./referral-details.sql.ts";
import { explainStage } from "./referrals.policy.ts";

type Details = (typeof referralRoutes)["details"];
type AllDetails = (typeof referralRoutes)["allDetails"];

export async function listReferralDetails(
  deps: Pick<Deps, "sql" | "config" | "now">,
  member: Member,
  query: z.output<Details["query"]>,
): Promise<z.input<Details["data"]>> {
  const { page, per_page } = query;
  const filter = toFilter(deps, query);
  const range = { limit: per_page, offset: (page - 1) * per_page };
  const find = filter.search === "" ? findPage : findMatches;
  const { ids, total } = await find(deps.sql, member.accountId, filter, range);
  const rows = await selectDetails(deps.sql, ids, filter.timeZone);
  return { referrals: rows.map(toDetail), pagination: toPagination({ current_page: page, per_page }, total) };
}

type Range = { limit: number; offset: number };
type Found = { ids: string[]; total: number };

async function findPage(sql: Sql, earnerId: string, filter: DetailFilter, { limit, offset }: Range): Promise<Found> {
  const { total, before, skipped } = await findPageStart(sql, earnerId, filter, offset);
  const ids = before === null ? [] : await selectPage(sql, earnerId, filter, { before, skipped, limit });
  return { ids, total };
}

async function findMatches(sql: Sql, earnerId: string, filter: DetailFilter, { limit, offset }: Range): Promise<Found> {
  const ids = await selectMatches(sql, earnerId, filter, REFERRAL_MATCHES_MAX);
  return { ids: ids.slice(offset, offset + limit), total: ids.length };
}

export async function listAllReferralDetails(
  deps: Pick<Deps, "sql" | "config" | "now">,
  member: Member,
  query: z.output<AllDetails["query"]>,
): Promise<z.input<AllDetails["data"]>> {
  const limit = REFERRALS_IN_CSV_MAX;
  const filter = toFilter(deps, query);
  const ids = await selectMatches(deps.sql, member.accountId, filter, limit + 1);
  const rows = await selectDetails(deps.sql, ids.slice(0, limit), filter.timeZone);
  return { referrals: rows.map(toDetail), is_complete: ids.length <= limit };
}

function toFilter(deps: Pick<Deps, "config" | "now">, query: z.output<AllDetails["query"]>): DetailFilter {
  return {
    search: query.search_term,
    filter: query.filter_type,
    timeFrame: query.time_frame,
    now: deps.now(),
    timeZone: deps.config.platformTimeZone,
  };
}

function toDetail(row: DetailRow): z.input<Details["data"]>["referrals"][number] {
  return {
    username: row.username ?? DELETED_USER,
    month: row.month,
    stage: row.stage,
    amount_cents: row.amount_cents,
    reason: row.reason ?? explainStage(row),
    unlocks_on: row.unlocks_on,
    paid_on: row.paid_on,
    link_label: row.link_label,
    trigger: row.trigger,
  };
}

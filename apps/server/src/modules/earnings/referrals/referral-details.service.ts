import { toPagination } from "@app/contract/http";
import type { referralRoutes } from "@app/contract/referrals";
import type { z } from "zod";
import type { Deps } from "#platform/deps.ts";
import type { Member } from "#platform/viewer.ts";
import { countDetails, type DetailRow, selectDetails } from "./referral-details.sql.ts";

type Details = (typeof referralRoutes)["details"];

export async function listReferralDetails(
  deps: Pick<Deps, "sql" | "config" | "now">,
  member: Member,
  query: z.output<Details["query"]>,
): Promise<z.input<Details["data"]>> {
  const { page, per_page } = query;
  const filter = {
    search: query.search_term,
    filter: query.filter_type,
    timeFrame: query.time_frame,
    now: deps.now(),
    timeZone: deps.config.platformTimeZone,
  };
  const [rows, total] = await Promise.all([
    selectDetails(deps.sql, member.accountId, filter, { limit: per_page, offset: (page - 1) * per_page }),
    countDetails(deps.sql, member.accountId, filter),
  ]);
  return { referrals: rows.map(toDetail), pagination: toPagination({ current_page: page, per_page }, total) };
}

function toDetail(row: DetailRow): z.input<Details["data"]>["referrals"][number] {
  return {
    username: row.username ?? "Deleted user",
    month: row.month,
    stage: row.stage,
    amount_cents: row.amount_cents,
    reason: row.reason ?? (row.is_reviewed ? "We are taking a closer look at this referral." : null),
  };
}

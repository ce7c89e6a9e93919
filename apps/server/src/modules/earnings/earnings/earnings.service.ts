import { CHART_MONTHS, type ChartType, type EarningsSummary, type MonthlyChart } from "@app/contract/earnings";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { type Member, requireEarner } from "#platform/viewer.ts";
import {
  countJoinedByMonth,
  countStages,
  selectBalances,
  selectChannelOwner,
  sumCreditsByMonth,
} from "./earnings.sql.ts";
import { lastMonths } from "./months.policy.ts";
import { toBalances } from "./statements.service.ts";

/**
 * @param channelId defaults to the member's own channel
 * @throws AppError `not_found` for another channel, unless the member is staff; `not_allowed` for a General User
 */
export async function summarizeEarnings(
  deps: Pick<Deps, "sql">,
  member: Member,
  channelId: string | undefined,
): Promise<EarningsSummary> {
  const earnerId = await resolveEarnerId(deps, member, channelId);
  const [balances, { next_available_at, ...stages }] = await Promise.all([
    selectBalances(deps.sql, earnerId),
    countStages(deps.sql, earnerId),
  ]);
  return {
    currency: "USD",
    total_cents: balances.reduce((sum, { balance_cents }) => sum + balance_cents, 0),
    ...toBalances(balances),
    next_available_at: next_available_at?.toISOString() ?? null,
    referrals: { ...stages, total: Object.values(stages).reduce((sum, count) => sum + count, 0) },
  };
}

async function resolveEarnerId(
  deps: Pick<Deps, "sql">,
  member: Member,
  channelId: string | undefined,
): Promise<string> {
  if (channelId === undefined || channelId === member.channelId) return requireEarner(member).accountId;
  const ownerId = member.isAdmin ? await selectChannelOwner(deps.sql, channelId) : null;
  if (ownerId === null) throw notFound();
  return ownerId;
}

export async function chartEarnings(
  deps: Pick<Deps, "sql" | "config" | "now">,
  member: Member,
  type: ChartType,
): Promise<MonthlyChart> {
  const timeZone = deps.config.platformTimeZone;
  const [firstMonth = ""] = lastMonths(deps.now(), timeZone, CHART_MONTHS);
  const read = type === "earnings" ? sumCreditsByMonth : countJoinedByMonth;
  const months = await read(deps.sql, member.accountId, { firstMonth, months: CHART_MONTHS, timeZone });
  return { type, months };
}

import {
  type Balances,
  CHART_MONTHS,
  type ChartType,
  type EarningsSummary,
  type MonthlyChart,
  type Movement,
  type Statement,
} from "@app/contract/earnings";
import { dayIn, lastMonths } from "#platform/days.ts";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { type Member, requireEarner } from "#platform/viewer.ts";
import {
  countJoinedByMonth,
  countStages,
  selectBalances,
  selectBalancesBefore,
  selectChannelOwner,
  sumCreditsByMonth,
} from "./earnings.sql.ts";
import { type LineRow, selectLines, selectPeriod } from "./statements.sql.ts";

/**
 * @param channelId defaults to the member's own channel
 * @throws AppError `not_found` for another channel, unless the member is staff; `not_allowed` for a General User
 */
export async function summarizeEarnings(
  deps: Pick<Deps, "sql" | "config">,
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
    next_available_on: next_available_at && dayIn(next_available_at, deps.config.platformTimeZone),
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

/** The change of the `paid` balance is what arrived, less what came back: a payout can come back a year later. */
export async function readStatement(
  deps: Pick<Deps, "sql" | "config" | "now">,
  member: Member,
  requested: string | undefined,
): Promise<Statement> {
  const timeZone = deps.config.platformTimeZone;
  const period = requested ?? dayIn(deps.now(), timeZone).slice(0, 7);
  const { from, to } = await selectPeriod(deps.sql, period, timeZone);
  const by = period.length === 4 ? "month" : "day";
  const [before, after, rows] = await Promise.all([
    selectBalancesBefore(deps.sql, member.accountId, from),
    selectBalancesBefore(deps.sql, member.accountId, to),
    selectLines(deps.sql, member.accountId, { from, to, timeZone, by }),
  ]);
  const [opening, closing] = [toBalances(before), toBalances(after)];
  const lines = rows.map((row) => ({ ...row, within_cents: row.amount_cents - Math.abs(row.effect_cents) }));
  return {
    period,
    opening,
    closing,
    earned_cents: sumOf(lines, "credit"),
    reversed_cents: sumOf(lines, "reversal"),
    paid_out_cents: closing.paid_cents - opening.paid_cents,
    lines,
  };
}

export function toBalances(rows: readonly { kind: string; balance_cents: number }[]): Balances {
  const centsOf = (kind: string) => rows.find((row) => row.kind === kind)?.balance_cents ?? 0;
  return {
    pending_cents: centsOf("pending"),
    available_cents: centsOf("available"),
    in_transit_cents: centsOf("in_transit"),
    paid_cents: centsOf("paid"),
  };
}

function sumOf(lines: readonly LineRow[], movement: Movement): number {
  return lines.filter((line) => line.movement === movement).reduce((sum, line) => sum + line.amount_cents, 0);
}

import type { Balances, Movement, Statement } from "@app/contract/statements";
import type { Deps } from "#platform/deps.ts";
import type { Member } from "#platform/viewer.ts";
import { selectBalancesBefore } from "./earnings.sql.ts";
import { toPlatformDay } from "./months.policy.ts";
import { type LineRow, selectLines, selectPeriod } from "./statements.sql.ts";

/** The change of the `paid` balance is what arrived, less what came back: a payout can come back a year later. */
export async function readStatement(
  deps: Pick<Deps, "sql" | "config" | "now">,
  member: Member,
  requested: string | undefined,
): Promise<Statement> {
  const timeZone = deps.config.platformTimeZone;
  const period = requested ?? toPlatformDay(deps.now(), timeZone).slice(0, 7);
  const { from, to } = await selectPeriod(deps.sql, period, timeZone);
  const by = period.length === 4 ? "month" : "day";
  const [before, after, lines] = await Promise.all([
    selectBalancesBefore(deps.sql, member.accountId, from),
    selectBalancesBefore(deps.sql, member.accountId, to),
    selectLines(deps.sql, member.accountId, { from, to, timeZone, by }),
  ]);
  const [opening, closing] = [toBalances(before), toBalances(after)];
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

import type { ReferralFilter, ReferralStage, TimeFrame } from "@app/contract/referrals";
import { type RawBuilder, sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type DetailFilter = {
  search: string;
  filter: ReferralFilter;
  timeFrame: TimeFrame;
  now: Date;
  timeZone: string;
};

export type DetailRow = {
  username: string | null;
  month: string;
  stage: ReferralStage;
  /** The sum of its ledger entries: 0 after a reversal. */
  amount_cents: number;
  reason: string | null;
  is_reviewed: boolean;
  signals: string[];
  /** In a payout that has not arrived yet. */
  is_in_transit: boolean;
  available_at: Date | null;
  paid_at: Date | null;
  link_label: string | null;
};

/** Newest first. Erased people have no username. The page is cut before amounts are summed: for its rows only. */
export async function selectDetails(
  sql: Sql,
  earnerId: string,
  filter: DetailFilter,
  page: { limit: number; offset: number },
): Promise<DetailRow[]> {
  const { rows } = await raw<DetailRow>`
    with page as (
      select r.* from ${toSource(filter)}
      where ${toWhere(earnerId, filter)}
      order by r.joined_at desc, r.referred_id
      limit ${page.limit} offset ${page.offset}
    )
    select case when a.erased_at is null then a.username end as username,
      to_char(r.joined_at at time zone ${filter.timeZone}::text, 'YYYY-MM') as month,
      r.stage, (
        select coalesce(sum(e.amount_cents), 0)::bigint
        from ledger_transfers t
          join ledger_entries e on e.transfer_id = t.id
          join ledger_accounts l on l.id = e.account_id and l.owner_id = r.earner_id
        where t.referred_id = r.referred_id
      ) as amount_cents, r.reason, coalesce(r.review = 'open', false) as is_reviewed, r.signals,
      r.stage = 'available' and r.payout_id is not null as is_in_transit, r.available_at, r.paid_at,
      l.label as link_label
    from page r join accounts a on a.id = r.referred_id left join referral_codes l on l.code = r.code
    order by r.joined_at desc, r.referred_id`.execute(sql);
  return rows;
}

export async function countDetails(sql: Sql, earnerId: string, filter: DetailFilter): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*) as total from ${toSource(filter)} where ${toWhere(earnerId, filter)}`.execute(sql);
  return rows[0]?.total ?? 0;
}

/** Only a search reads the names of the people. */
function toSource({ search }: DetailFilter): RawBuilder<unknown> {
  return search === "" ? raw`referrals r` : raw`referrals r join accounts a on a.id = r.referred_id`;
}

function toWhere(earnerId: string, { search, filter, ...time }: DetailFilter): RawBuilder<unknown> {
  const parts = [raw`r.earner_id = ${earnerId}`];
  if (search !== "")
    parts.push(raw`a.erased_at is null and a.username ilike ${`%${search.replace(/[\\%_]/g, "\\$&")}%`}`);
  if (filter === "ineligible") parts.push(raw`r.stage in ('ineligible', 'reversed')`);
  else if (filter !== "all") parts.push(raw`r.stage = ${filter}`);
  const since = toSince(time);
  if (since) parts.push(raw`r.joined_at >= ${since}`);
  return raw.join(parts, raw` and `);
}

function toSince({ timeFrame, now, timeZone }: Omit<DetailFilter, "search" | "filter">): RawBuilder<unknown> | null {
  const startOf = (unit: string) => raw`date_trunc(${unit}::text, ${now}::timestamptz, ${timeZone}::text)`;
  switch (timeFrame) {
    case "today":
      return startOf("day");
    case "month":
    case "year":
      return startOf(timeFrame);
    case "7d":
      return raw`${now}::timestamptz - interval '7 days'`;
    case "30d":
      return raw`${now}::timestamptz - interval '30 days'`;
    case "all":
      return null;
  }
}

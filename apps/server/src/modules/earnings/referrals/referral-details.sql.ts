import type { ReferralFilter, ReferralStage, ReferralTrigger, TimeFrame } from "@app/contract/referrals";
import { type RawBuilder, sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type DetailFilter = {
  search: string;
  filter: ReferralFilter;
  timeFrame: TimeFrame;
  now: Date;
  timeZone: string;
};

/** Shorter searches have no trigram of their own, so they match the beginnings of names. */
const TRIGRAM_CHARS = 3;

/** Up to `limit` people whose username contains the search, newest first. Without a search also erased ones. */
export async function selectMatches(
  sql: Sql,
  earnerId: string,
  filter: DetailFilter,
  limit: number,
): Promise<string[]> {
  const text = filter.search.toLowerCase().replace(/[\\%_]/g, "\\$&");
  const pattern = filter.search.length < TRIGRAM_CHARS ? `${text}%` : `%${text}%`;
  const where = toWhere(earnerId, filter);
  const matching = filter.search === "" ? where : raw`${where} and r.referred_name like ${pattern}`;
  return selectIds(sql, matching, { limit, offset: 0 });
}

export type PageStart = {
  total: number;
  /** The day after the one that the page begins in; null: there is no such page. */
  before: Date | null;
  /** How many people of that day precede the page. */
  skipped: number;
};

/** Sums days instead of counting people, so that the last page is as cheap as the first. */
export async function findPageStart(
  sql: Sql,
  earnerId: string,
  filter: DetailFilter,
  offset: number,
): Promise<PageStart> {
  const since = toSince(filter);
  const sinceDay = since && raw`date_trunc('day', ${since}, 'UTC')`;
  const { rows } = await raw<PageStart>`
    with days as (
      select d.day, sum(d.people)::int as people from referral_days d
      where d.earner_id = ${earnerId} and d.stage = any(${toStages(filter.filter)}::text[])
        and ${sinceDay ? raw`d.day >= (${sinceDay} at time zone 'UTC')::date` : raw`true`}
      group by d.day
    ), running as (
      select day, people, (sum(people) over (order by day desc))::int as up_to from days
    ), early as (
      -- Of the first day, those who joined before the time frame.
      select ${
        since
          ? raw`(select count(*) from referrals r where ${toWhere(earnerId, { ...filter, timeFrame: "all" })}
              and r.joined_at >= ${sinceDay} and r.joined_at < ${since})`
          : raw`0`
      } as people
    )
    select (coalesce((select max(up_to) from running), 0) - early.people)::int as total,
      (first.day + 1)::timestamp at time zone 'UTC' as before,
      coalesce(${offset}::int - (first.up_to - first.people), 0) as skipped
    from early left join lateral (
      select * from running where up_to > ${offset} order by day desc limit 1
    ) first on true`.execute(sql);
  const [found] = rows;
  if (!found) throw new Error("a left join gave no row");
  return found;
}

/** One page, newest first. */
export function selectPage(
  sql: Sql,
  earnerId: string,
  filter: DetailFilter,
  page: { before: Date; skipped: number; limit: number },
): Promise<string[]> {
  const where = raw`${toWhere(earnerId, filter)} and r.joined_at < ${page.before}`;
  return selectIds(sql, where, { limit: page.limit, offset: page.skipped });
}

async function selectIds(
  sql: Sql,
  where: RawBuilder<unknown>,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    select r.referred_id as id from referrals r where ${where}
    order by r.joined_at desc, r.referred_id limit ${limit} offset ${offset}`.execute(sql);
  return rows.map(({ id }) => id);
}

export type DetailRow = {
  username: string | null;
  month: string;
  stage: ReferralStage;
  /** The sum of its ledger entries: 0 after a reversal. */
  amount_cents: number;
  reason: string | null;
  is_reviewed: boolean;
  /** In a payout that has not arrived yet. */
  is_in_transit: boolean;
  /** YYYY-MM-DD; null unless it is pending, and while it is under review. */
  unlocks_on: string | null;
  paid_on: string | null;
  link_label: string | null;
  /** What earned the reward; while they have only joined, what they have not done yet. */
  trigger: ReferralTrigger;
};

/** Newest first. Erased people have no username. */
export async function selectDetails(sql: Sql, referredIds: readonly string[], timeZone: string): Promise<DetailRow[]> {
  const local = (moment: string, format: string) =>
    raw`to_char(${raw.ref(moment)} at time zone ${timeZone}::text, ${format})`;
  const { rows } = await raw<DetailRow>`
    select case when a.erased_at is null then a.username end as username,
      ${local("r.joined_at", "YYYY-MM")} as month,
      r.stage, (
        select coalesce(sum(e.amount_cents), 0)::bigint
        from ledger_transfers t
          join ledger_entries e on e.transfer_id = t.id
          join ledger_accounts l on l.id = e.account_id and l.owner_id = r.earner_id
        where t.referred_id = r.referred_id and t.kind in ('credit', 'release', 'reversal')
      ) as amount_cents, r.reason, coalesce(r.review = 'open', false) as is_reviewed,
      r.stage = 'available' and r.payout_id is not null as is_in_transit,
      case when r.stage = 'pending' and r.review is distinct from 'open'
        then ${local("r.available_at", "YYYY-MM-DD")} end as unlocks_on,
      ${local("r.paid_at", "YYYY-MM-DD")} as paid_on, l.label as link_label,
      case when r.stage <> 'joined' then coalesce(r.earned_by, s.referral_trigger)
        when a.email_verified_at is null then 'verified' else 'first_payment' end as trigger
    from referral_settings s cross join referrals r join accounts a on a.id = r.referred_id left join referral_codes l on l.code = r.code
    where r.referred_id = any(${referredIds}::uuid[])
    order by r.joined_at desc, r.referred_id`.execute(sql);
  return rows;
}

function toStages(filter: ReferralFilter): string[] {
  if (filter === "all") return ["joined", "pending", "available", "paid", "ineligible", "reversed"];
  return filter === "ineligible" ? ["ineligible", "reversed"] : [filter];
}

/** Each filter has an index of its own. */
function toWhere(earnerId: string, { filter, ...time }: DetailFilter): RawBuilder<unknown> {
  const parts = [raw`r.earner_id = ${earnerId}`];
  if (filter === "ineligible") parts.push(raw`r.stage in ('ineligible', 'reversed')`);
  else if (filter !== "all") parts.push(raw`r.stage = ${filter}`);
  const since = toSince(time);
  if (since) parts.push(raw`r.joined_at >= ${since}`);
  return raw.join(parts, raw` and `);
}

function toSince({ timeFrame, now, timeZone }: Pick<DetailFilter, "timeFrame" | "now" | "timeZone">) {
  const startOf = (unit: string) => raw`date_trunc(${unit}::text, ${now}::timestamptz, ${timeZone}::text)`;
  switch (timeFrame) {
    case "today":
      return startOf("day");
    case "month":
    case "year":
      return startOf(timeFrame);
    case "7d":
      return raw`(${now}::timestamptz - interval '7 days')`;
    case "30d":
      return raw`(${now}::timestamptz - interval '30 days')`;
    case "all":
      return null;
  }
}

import type { Deps } from "#platform/deps.ts";

/** A channel in a list, and how the caller stands to it. */
export type ChannelCardRow = {
  id: string;
  owner_id: string;
  name: string;
  username: string;
  full_name: string;
  profile_key: string | null;
  cover_key: string | null;
  subscriber_count: number;
  content_count: number;
  following: boolean;
};

export type EarnerRow = ChannelCardRow & { total_cents: number };
export type WeeklyEarnerRow = ChannelCardRow & {
  total_cents: number;
  referrals: number;
  is_last_week: boolean;
  /** Below 18, and has not asked to be found: their channel stands for them. */
  is_name_kept: boolean;
};

type Pool = Deps["pool"];

const COLUMNS = `c.id, c.owner_id, c.name, a.username, a.full_name, c.profile_key, c.cover_key, c.subscriber_count,
  c.content_count, f.follower_id is not null as following`;
/** Joined by key, a few rows of each. Whoever hides now is gone at once, and not when the list is computed next. */
const JOINS = `join channels c on c.id = t.channel_id join accounts a on a.id = c.owner_id
  left join follows f on f.follower_id = $1 and f.channel_id = c.id`;
const NOT_LEFT_OUT = `not exists (select from privacy_settings p where p.account_id = a.id and p.is_hidden_from_lists)`;

/** @param viewerId null for a visitor, who follows nobody */
export async function selectTopEarners(pool: Pool, viewerId: string | null): Promise<EarnerRow[]> {
  const { rows } = await pool.query<EarnerRow>({
    name: "top-earners",
    text: `select ${COLUMNS}, t.total_cents from top_earners t ${JOINS}
           where c.hidden_at is null and ${NOT_LEFT_OUT} order by t.position`,
    values: [viewerId],
  });
  return rows;
}

/** Of both weeks. */
export async function selectWeeklyEarners(pool: Pool, viewerId: string | null): Promise<WeeklyEarnerRow[]> {
  const { rows } = await pool.query<WeeklyEarnerRow>({
    name: "weekly-earners",
    text: `select ${COLUMNS}, t.total_cents, t.referrals, t.is_last_week,
             p.is_indexed is not true
               and is_minor(a.date_of_birth, a.birth_precision, (now() at time zone 'UTC')::date) as is_name_kept
           from weekly_earners t ${JOINS} left join privacy_settings p on p.account_id = a.id
           where c.hidden_at is null and not coalesce(p.is_hidden_from_lists, false) order by t.position`,
    values: [viewerId],
  });
  return rows;
}

export async function selectAthletes(pool: Pool, viewerId: string | null): Promise<ChannelCardRow[]> {
  const { rows } = await pool.query<ChannelCardRow>({
    name: "athletes-of-week",
    text: `select ${COLUMNS} from athletes_of_week t ${JOINS} where c.hidden_at is null order by t.position`,
    values: [viewerId],
  });
  return rows;
}

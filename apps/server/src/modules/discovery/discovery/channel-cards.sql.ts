import { ATHLETES_MAX, TOP_EARNERS_MAX } from "@app/contract/discovery";
import type { Deps } from "#platform/deps.ts";
import { blocksOf, type Viewer } from "#platform/viewer.ts";

/** A channel in a list, and whether the viewer follows it. */
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
  /** A minor who has not asked to be found is shown by their channel's name instead. */
  is_name_hidden: boolean;
};

type Pool = Deps["pool"];

const COLUMNS = `c.id, c.owner_id, c.name, a.username, a.full_name, c.profile_key, c.cover_key, c.subscriber_count,
  c.content_count, (select true from follows f where f.follower_id = $1 and f.channel_id = c.id) is true as following`;
/**
 * Looks up each row by its key; `offset 0` and the subselects force the planner to do so. It expects 145 rows instead
 * of 25 and would otherwise read all accounts and all follows. Checked on every request, so that hidden channels
 * disappear at once and not at the next refresh.
 */
const JOINS = `cross join lateral (select * from channels c where c.id = t.channel_id and c.hidden_at is null offset 0) c
  cross join lateral (select * from accounts a where a.id = c.owner_id offset 0) a`;
const NOT_HIDDEN = "(select p.is_hidden_from_lists from privacy_settings p where p.account_id = a.id) is not true";

/** $2: from `blocksOf` */
const NOT_LEFT_OUT = `t.channel_id not in (select b.other_channel_id from block_pairs b where b.account_id = $2)`;

const toValues = (viewer: Viewer) => [viewer?.accountId ?? null, blocksOf(viewer)];

export async function selectTopEarners(pool: Pool, viewer: Viewer): Promise<EarnerRow[]> {
  const { rows } = await pool.query<EarnerRow>({
    name: "top-earners",
    text: `select ${COLUMNS}, t.total_cents from top_earners t ${JOINS}
           where ${NOT_HIDDEN} and ${NOT_LEFT_OUT} order by t.position limit ${TOP_EARNERS_MAX}`,
    values: toValues(viewer),
  });
  return rows;
}

/** For both weeks. Does not look up follows, so plain joins are cheaper. */
export async function selectWeeklyEarners(pool: Pool, viewer: Viewer): Promise<WeeklyEarnerRow[]> {
  const { rows } = await pool.query<WeeklyEarnerRow>({
    name: "weekly-earners",
    text: `select ${COLUMNS}, t.total_cents, t.referrals, t.is_last_week,
             p.is_indexed is not true
               and is_minor(a.date_of_birth, a.birth_precision, (now() at time zone 'UTC')::date) as is_name_hidden
           from weekly_earners t join channels c on c.id = t.channel_id join accounts a on a.id = c.owner_id
             left join privacy_settings p on p.account_id = a.id
           where c.hidden_at is null and not coalesce(p.is_hidden_from_lists, false) and ${NOT_LEFT_OUT}
           order by t.position`,
    values: toValues(viewer),
  });
  return rows;
}

export async function selectAthletes(pool: Pool, viewer: Viewer): Promise<ChannelCardRow[]> {
  const { rows } = await pool.query<ChannelCardRow>({
    name: "athletes-of-week",
    text: `select ${COLUMNS} from athletes_of_week t ${JOINS} where ${NOT_LEFT_OUT} order by t.position
           limit ${ATHLETES_MAX}`,
    values: toValues(viewer),
  });
  return rows;
}

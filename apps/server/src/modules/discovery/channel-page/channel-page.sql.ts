import type { Deps } from "#platform/deps.ts";

type Pool = Deps["pool"];

export type ChannelPageRow = {
  owner_id: string;
  hidden_at: Date | null;
  hidden_for: string[];
  erased_at: Date | null;
  id: string;
  name: string;
  username: string;
  bio: string;
  profile_key: string | null;
  cover_key: string | null;
  plan: string | null;
  subscriber_count: number;
  content_count: number;
  total_views: number;
  created_at: Date;
  following: boolean;
  /** The viewer blocked its owner. */
  is_blocked: boolean;
  /** Its owner blocked the viewer. */
  is_blocked_by: boolean;
};

/** Includes the visibility. All queries here are prepared once per connection. */
export async function selectChannelPage(pool: Pool, viewerId: string, id: string): Promise<ChannelPageRow | null> {
  const { rows } = await pool.query<ChannelPageRow>({
    name: "channel-page",
    text: `select c.id, c.owner_id, c.name, a.username, c.bio, c.profile_key, c.cover_key, a.plan, c.subscriber_count,
             c.content_count, c.total_views, c.created_at, c.hidden_at, c.hidden_for, a.erased_at,
             f.follower_id is not null as following,
             exists (select from blocks b where b.blocker_id = $1 and b.blocked_id = c.owner_id) as is_blocked,
             exists (select from blocks b where b.blocker_id = c.owner_id and b.blocked_id = $1) as is_blocked_by
           from channels c join accounts a on a.id = c.owner_id
             left join follows f on f.follower_id = $1 and f.channel_id = c.id
           where c.id = $2`,
    values: [viewerId, id],
  });
  return rows[0] ?? null;
}

/** Counts what a hidden channel has published. Its stored counts cover listed items only and are zero. */
export async function countHidden(
  pool: Pool,
  channelId: string,
): Promise<Pick<ChannelPageRow, "content_count" | "total_views">> {
  const { rows } = await pool.query<Pick<ChannelPageRow, "content_count" | "total_views">>({
    name: "channel-hidden-counts",
    text: `select count(*) as content_count, coalesce(sum(i.total_views), 0)::bigint as total_views
           from channels c join contents i on i.channel_id = c.id and i.hidden_at = c.hidden_at
           where c.id = $1 and i.state = 'ready' and i.visibility = 'public' and i.deleted_at is null`,
    values: [channelId],
  });
  return rows[0] ?? { content_count: 0, total_views: 0 };
}

/** The public columns of a profile, and no others. */
export type ProfileRow = {
  plan: string;
  group_name: string | null;
  city: string;
  state: string;
  graduation_year: number | null;
  gpa: string | null;
  coach: string | null;
};

export async function selectProfile(pool: Pool, accountId: string): Promise<ProfileRow | null> {
  const { rows } = await pool.query<ProfileRow>({
    name: "channel-profile",
    text: `select p.plan, p.group_name, p.city, p.state, p.graduation_year, p.gpa::text as gpa,
             k.first_name || ' ' || k.last_name as coach
           from earner_profiles p left join earner_contacts k on k.account_id = p.account_id and k.role = 'coach'
           where p.account_id = $1`,
    values: [accountId],
  });
  return rows[0] ?? null;
}

export type CollegeRow = {
  kind: string;
  college_name: string;
  logo_id: string | null;
  category_name: string | null;
  happened_on: string | null;
  date_precision: string | null;
};

/** Offers and visits, newest first; those without a date come last, in the order entered. */
export async function selectColleges(pool: Pool, accountId: string): Promise<CollegeRow[]> {
  const { rows } = await pool.query<CollegeRow>({
    name: "channel-colleges",
    text: `select e.kind, e.college_name, e.logo_id, e.happened_on, e.date_precision, g.name as category_name
           from college_entries e left join categories g on g.id = e.category_id
           where e.account_id = $1
           order by e.happened_on desc nulls last, e.position limit 200`,
    values: [accountId],
  });
  return rows;
}

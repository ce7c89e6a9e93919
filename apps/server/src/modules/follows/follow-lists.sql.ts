import type { Deps } from "#platform/deps.ts";

type Pool = Deps["pool"];
type Slice = { limit: number; offset: number };

/** Rows of the first pages, taken together. */
const ONE_STEP_MAX = 60;
/** Written out and not bound: only then does a plan that is kept use the partial index. */
const OF_CHANNEL = `select i.id, i.published_at from contents i
  where i.channel_id = f.channel_id and i.state = 'ready' and i.visibility = 'public'
    and i.removed_at is null and i.hidden_at is null`;
const NEWEST_FIRST = "order by i.published_at desc, i.id desc";

export type FollowedRow = {
  id: string;
  name: string;
  username: string;
  profile_key: string | null;
  cover_key: string | null;
  subscriber_count: number;
  content_count: number;
  followed_at: Date;
};

/** Those followed last first; hidden ones are left out until they are back. */
export async function selectFollowed(pool: Pool, followerId: string, page: Slice): Promise<FollowedRow[]> {
  const { rows } = await pool.query<FollowedRow>({
    name: "followed-channels",
    text: `select c.id, c.name, a.username, c.profile_key, c.cover_key, c.subscriber_count, c.content_count,
             f.created_at as followed_at
           from follows f join channels c on c.id = f.channel_id join accounts a on a.id = c.owner_id
           where f.follower_id = $1 and c.hidden_at is null
           order by f.created_at desc, f.channel_id limit $2 offset $3`,
    values: [followerId, page.limit, page.offset],
  });
  return rows;
}

/** What selectFollowed would find in all, and how many items these channels say they hold. */
export async function sumFollowed(pool: Pool, followerId: string): Promise<{ channels: number; items: number }> {
  const { rows } = await pool.query<{ channels: number; items: number }>({
    name: "followed-sums",
    text: `select count(*) as channels, coalesce(sum(c.content_count), 0)::bigint as items
           from follows f join channels c on c.id = f.channel_id
           where f.follower_id = $1 and c.hidden_at is null`,
    values: [followerId],
  });
  return rows[0] ?? { channels: 0, items: 0 };
}

/**
 * The newest of what the followed channels have published, of every type. The newest few of each tell a moment since
 * which there is enough; only what is newer is read then, and of no channel more than all of them together may show.
 * With n rows wanted of f channels neither step reads more than n·√f entries of the index, however uneven they are.
 * For the first pages one step does: to look at each channel twice would cost more than what it spares.
 */
export async function selectFollowedContentIds(
  pool: Pool,
  followerId: string,
  page: Slice & { channels: number },
): Promise<string[]> {
  const wanted = page.limit + page.offset;
  const head = wanted <= ONE_STEP_MAX ? 0 : Math.ceil(wanted / Math.sqrt(Math.max(1, page.channels)));
  const { rows } = await pool.query<{ id: string }>({
    name: "followed-contents",
    text: `with heads as (
             select newest.published_at from follows f cross join lateral (${OF_CHANNEL} ${NEWEST_FIRST} limit $4) newest
             where f.follower_id = $1
           ), since as materialized (
             select coalesce((
               select published_at from heads order by published_at desc offset $2::bigint + $3::bigint - 1 limit 1
             ), '-infinity') as at
           )
           select newest.id
           from since cross join follows f cross join lateral (
             ${OF_CHANNEL} and i.published_at >= since.at ${NEWEST_FIRST} limit $2::bigint + $3::bigint) newest
           where f.follower_id = $1
           order by newest.published_at desc, newest.id desc limit $2 offset $3`,
    values: [followerId, page.limit, page.offset, head],
  });
  return rows.map((row) => row.id);
}

export type FollowerRow = { id: string; name: string; username: string; profile_key: string | null };

export async function selectFollowers(pool: Pool, channelId: string, page: Slice): Promise<FollowerRow[]> {
  const { rows } = await pool.query<FollowerRow>({
    name: "followers",
    text: `select c.id, c.name, a.username, c.profile_key
           from follows f join accounts a on a.id = f.follower_id join channels c on c.owner_id = a.id
           where f.channel_id = $1 and c.hidden_at is null and a.erased_at is null
           order by f.created_at desc, f.follower_id limit $2 offset $3`,
    values: [channelId, page.limit, page.offset],
  });
  return rows;
}

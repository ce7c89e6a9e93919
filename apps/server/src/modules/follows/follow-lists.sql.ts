import type { Deps } from "#platform/deps.ts";

type Pool = Deps["pool"];
type Slice = { limit: number; offset: number };

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
 * The newest of what the followed channels have published, of every type. No channel is asked for more
 * than all of them together may show, so that one with a million items costs no more than the others.
 */
export async function selectFollowedContentIds(pool: Pool, followerId: string, page: Slice): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: "followed-contents",
    text: `select newest.id
           from follows f cross join lateral (
             select i.id from contents i
             where i.channel_id = f.channel_id and i.state = 'ready' and i.visibility = 'public'
               and i.removed_at is null and i.hidden_at is null
             order by i.id desc limit $2::bigint + $3::bigint) newest
           where f.follower_id = $1
           order by newest.id desc limit $2 offset $3`,
    values: [followerId, page.limit, page.offset],
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

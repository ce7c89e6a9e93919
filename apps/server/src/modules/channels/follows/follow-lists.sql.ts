import type { Deps } from "#platform/deps.ts";
import { sliceSql } from "#platform/slice.ts";

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

/**
 * Those followed last first; hidden ones are left out until they are back. Whether one is hidden is asked in a subselect
 * and not by a join: of everybody's follows a join would make one plan, and read all five thousand for a page.
 */
export async function selectFollowed(pool: Pool, followerId: string, page: Slice): Promise<FollowedRow[]> {
  const { rows } = await pool.query<FollowedRow>({
    name: "followed-channels",
    text: `select c.id, c.name, a.username, c.profile_key, c.cover_key, c.subscriber_count, c.content_count,
             page.created_at as followed_at
           from (
             select f.channel_id, f.created_at from follows f
             where f.follower_id = $1 and (select c.hidden_at is null from channels c where c.id = f.channel_id)
             order by f.created_at desc, f.channel_id ${sliceSql(2, 3)}) page
             join channels c on c.id = page.channel_id join accounts a on a.id = c.owner_id
           order by page.created_at desc, page.channel_id`,
    values: [followerId, page.limit, page.offset],
  });
  return rows;
}

/** What selectFollowed would find in all. */
export async function countFollowed(pool: Pool, followerId: string): Promise<number> {
  const { rows } = await pool.query<{ channels: number }>({
    name: "followed-total",
    text: `select count(*) as channels from follows f join channels c on c.id = f.channel_id
           where f.follower_id = $1 and c.hidden_at is null`,
    values: [followerId],
  });
  return rows[0]?.channels ?? 0;
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

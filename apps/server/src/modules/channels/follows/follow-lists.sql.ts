import { opaqueParam } from "#platform/db/opaque-param.ts";
import type { Deps } from "#platform/deps.ts";
import type { PageRange, Position } from "#platform/pagination.ts";
import { sliceSql } from "#platform/slice.ts";

type Pool = Deps["pool"];

export type FollowedRow = {
  id: string;
  name: string;
  username: string;
  profile_key: string | null;
  cover_key: string | null;
  subscriber_count: number;
  content_count: number;
  followed_at: Date;
  position: Position;
};

/**
 * Those followed last first; hidden ones are left out until they are back. Whether one is hidden is asked in a subselect
 * and not by a join: of everybody's follows a join would make one plan, and read all five thousand for a page.
 */
export async function selectFollowed(pool: Pool, followerId: string, range: PageRange): Promise<FollowedRow[]> {
  const { rows } = await pool.query<Omit<FollowedRow, "position"> & { at: string }>({
    name: `followed-channels${range.after ? "-after" : ""}`,
    text: `select c.id, c.name, a.username, c.profile_key, c.cover_key, c.subscriber_count, c.content_count,
             page.created_at as followed_at, page.created_at::text as at
           from (
             select f.channel_id, f.created_at from follows f
             where f.follower_id = $1 and (select c.hidden_at is null from channels c where c.id = f.channel_id)
               ${range.after ? isAfter("f.channel_id") : ""}
             order by f.created_at desc, f.channel_id ${sliceSql(2, 3)}) page
             join channels c on c.id = page.channel_id join accounts a on a.id = c.owner_id
           order by page.created_at desc, page.channel_id`,
    values: [followerId, range.limit, range.offset, ...(range.after ?? [])],
  });
  return rows.map((row) => ({ ...row, position: [row.at, row.id] }));
}

export type FollowerRow = {
  id: string;
  name: string;
  username: string;
  profile_key: string | null;
  position: Position;
};

/** Those who followed last first. */
export async function selectFollowers(pool: Pool, channelId: string, range: PageRange): Promise<FollowerRow[]> {
  const { rows } = await pool.query<Omit<FollowerRow, "position"> & { at: string; follower_id: string }>({
    name: `followers${range.after ? "-after" : ""}`,
    text: `select c.id, c.name, a.username, c.profile_key, f.created_at::text as at, f.follower_id
           from follows f join accounts a on a.id = f.follower_id join channels c on c.owner_id = a.id
           where f.channel_id = $1 and c.hidden_at is null and a.erased_at is null
             ${range.after ? isAfter("f.follower_id") : ""}
           order by f.created_at desc, f.follower_id limit $2 offset $3`,
    values: [channelId, range.limit, range.offset, ...(range.after ?? [])],
  });
  return rows.map(({ at, follower_id, ...row }) => ({ ...row, position: [at, follower_id] }));
}

/** The last followed first and ids upwards: two ways, so no comparison of rows. $4 and $5 are the position. */
function isAfter(id: string): string {
  const at = opaqueParam(4, "timestamptz");
  return `and f.created_at <= ${at} and (f.created_at < ${at} or ${id} > ${opaqueParam(5, "uuid")})`;
}

import { FOLLOWS_MAX } from "@app/contract/follows";
import type { Deps } from "#platform/deps.ts";
import { limitOffsetSql, opaqueParam, type PageRange, type Position } from "#platform/pagination.ts";

type Pool = Deps["pool"];
type Row = { id: string; at: string };
export type FollowedItem = { id: string; position: Position };

/** How many of the newest items overall are scanned before asking each channel for its own. */
const NEWEST_WALKED = 2_000;
/** The stored counts of this many channels are usually enough to know that the total is at its limit. */
const SUMMED_FIRST = 200;

const NEWEST_FIRST = "order by i.published_at desc, i.id desc";

/**
 * The newest items of followed channels, of every type. A member who follows many channels finds a page among the
 * newest items overall, because asking 5,000 channels each time would take 40 ms. For one who follows few channels, or
 * channels that rarely publish, each channel is asked. docs/decisions/0051-is-listed-and-cursors.md
 */
export async function selectFollowedContents(
  pool: Pool,
  followerId: string,
  range: PageRange,
): Promise<FollowedItem[]> {
  const newest = await selectAmongNewest(pool, followerId, range);
  return newest.length === range.limit ? newest : selectOfEachChannel(pool, followerId, range);
}

async function selectAmongNewest(pool: Pool, followerId: string, range: PageRange): Promise<FollowedItem[]> {
  const { rows } = await pool.query<Row>({
    name: `followed-newest${range.after ? "-after" : ""}`,
    // `is true` keeps the index order; a join would read and sort all rows. Cast outside the subquery, so only returned
    // rows are formatted.
    text: `select i.id, i.published_at::text as at from (
             select i.id, i.published_at from (
               select i.id, i.channel_id, i.published_at from contents i where i.is_listed ${isAfter(range)}
               ${NEWEST_FIRST} limit ${NEWEST_WALKED}) i
             where (i.channel_id in (select f.channel_id from follows f where f.follower_id = $1)) is true
             ${NEWEST_FIRST} ${limitOffsetSql(2, 3)}) i ${NEWEST_FIRST}`,
    values: toValues(followerId, range),
  });
  return rows.map(toItem);
}

async function selectOfEachChannel(pool: Pool, followerId: string, range: PageRange): Promise<FollowedItem[]> {
  const { rows } = await pool.query<Row>({
    name: `followed-each${range.after ? "-after" : ""}`,
    text: `select i.id, i.published_at::text as at from (
             select i.* from follows f cross join lateral (
               select i.id, i.published_at from contents i
               where i.channel_id = f.channel_id and i.is_listed ${isAfter(range)}
               ${NEWEST_FIRST} limit ${opaqueParam(2, "bigint")} + ${opaqueParam(3, "bigint")}) i
             where f.follower_id = $1 ${NEWEST_FIRST} ${limitOffsetSql(2, 3)}) i ${NEWEST_FIRST}`,
    values: toValues(followerId, range),
  });
  return rows.map(toItem);
}

function isAfter({ after }: PageRange): string {
  return after ? `and (i.published_at, i.id) < (${opaqueParam(4, "timestamptz")}, ${opaqueParam(5, "uuid")})` : "";
}

function toValues(followerId: string, { limit, offset, after }: PageRange) {
  return [followerId, limit, offset, ...(after ?? [])];
}

function toItem(row: Row): FollowedItem {
  return { id: row.id, position: [row.at, row.id] };
}

/** Sum of the channels' stored counts, up to `most`. */
export async function sumFollowed(pool: Pool, followerId: string, most: number): Promise<number> {
  const first = await sumOf(pool, followerId, SUMMED_FIRST);
  const isEnough = first.channels < SUMMED_FIRST || first.items >= most;
  const { items } = isEnough ? first : await sumOf(pool, followerId, FOLLOWS_MAX);
  return Math.min(items, most);
}

/** Sums over at most `channels` followed channels; hidden ones count as empty. */
async function sumOf(pool: Pool, followerId: string, channels: number): Promise<{ channels: number; items: number }> {
  const { rows } = await pool.query<{ channels: number; items: number }>({
    name: "followed-items",
    text: `select count(*) as channels, coalesce(sum(items), 0)::bigint as items from (
             select (select c.content_count from channels c where c.id = f.channel_id and c.hidden_at is null) as items
             from follows f where f.follower_id = $1 limit $2) f`,
    values: [followerId, channels],
  });
  return rows[0] ?? { channels: 0, items: 0 };
}

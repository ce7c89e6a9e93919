import { FOLLOWS_MAX } from "@app/contract/follows";
import { unseen } from "#platform/db/unseen.ts";
import type { Deps } from "#platform/deps.ts";
import type { Place, SliceAfter } from "#platform/remember-marks.ts";
import { sliceSql } from "#platform/slice.ts";

type Pool = Deps["pool"];
type Row = { id: string; at: string };
export type FollowedItem = { id: string; place: Place };

/** Whoever follows fewer is asked for channel by channel at once: so few are too rare among all that is new. */
const MANY = 200;
/** Above this nobody is asked how many they are: it costs, and more would change nothing. */
const COUNTED_MAX = 1_000;
/** So many entries cost less to walk past than to look up one channel. */
const STEPS_A_CHANNEL = 30;
/** For a page of what so many publish this is most often enough, and needs no table of all that one follows. */
const FIRST_STEPS = 500;
/** Rows of the first pages, taken together. */
const ONE_STEP_MAX = 60;
/** Before the newest of all. */
const TOP: Place = ["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"];
/** Written out and not bound: only then does a plan that is kept use the partial index. */
const LISTED = "i.state = 'ready' and i.visibility = 'public' and i.removed_at is null and i.hidden_at is null";
const AFTER = `(i.published_at, i.id) < (${unseen(5, "timestamptz")}, ${unseen(6, "uuid")})`;
const OF_CHANNEL = `select i.id, i.published_at from contents i where i.channel_id = f.channel_id and ${LISTED} and ${AFTER}`;
const NEWEST_FIRST = "order by i.published_at desc, i.id desc";

/** Whether an item `i` is of a channel that $1 follows: looked up for each, or in a table of all of them. */
const FOLLOWED = {
  each: "(select true from follows f where f.follower_id = $1 and f.channel_id = i.channel_id)",
  // `is true` keeps the order: a join by hash would read everything, and sort.
  all: "(i.channel_id in (select f.channel_id from follows f where f.follower_id = $1)) is true",
};

/** How far to walk along all that is new. */
type Walk = { probe: keyof typeof FOLLOWED; steps: number };

/**
 * The newest of what somebody follows, of every type, asked of each channel.
 * @returns null when they follow too many for that
 */
export async function askFewChannels(
  pool: Pool,
  followerId: string,
  slice: SliceAfter,
): Promise<FollowedItem[] | null> {
  const { channels, items } = await askChannels(pool, followerId, { ...slice, channels: MANY });
  return channels < MANY ? items : null;
}

/**
 * The same for who follows that many. Of many channels something is always new: it is found by walking along all that
 * is new, for as long as that costs less than to ask each channel. Who is left then follows channels that sleep.
 */
export async function findOfMany(
  pool: Pool,
  followerId: string,
  slice: SliceAfter & { channels: number },
): Promise<FollowedItem[]> {
  for (const walk of chooseWalks(slice)) {
    const items = await walkNewest(pool, followerId, { ...slice, ...walk });
    if (items.length === slice.limit) return items;
  }
  return (await askChannels(pool, followerId, { ...slice, channels: FOLLOWS_MAX + 1 })).items;
}

function chooseWalks({ channels, limit, offset }: SliceAfter & { channels: number }): Walk[] {
  const isFirst = channels === COUNTED_MAX && limit + offset <= ONE_STEP_MAX;
  const all: Walk = { probe: "all", steps: channels * STEPS_A_CHANNEL };
  return isFirst ? [{ probe: "each", steps: FIRST_STEPS }, all] : [all];
}

/** Up to a number above which it makes no difference. */
export async function countChannels(pool: Pool, followerId: string): Promise<number> {
  const { rows } = await pool.query<{ channels: number }>({
    name: "followed-count",
    text: "select count(*) as channels from (select from follows where follower_id = $1 limit $2) f",
    values: [followerId, COUNTED_MAX],
  });
  return rows[0]?.channels ?? 0;
}

async function walkNewest(pool: Pool, followerId: string, slice: SliceAfter & Walk): Promise<FollowedItem[]> {
  const { rows } = await pool.query<Row>({
    name: `followed-walk-${slice.probe}`,
    text: `select i.id, i.published_at::text as at from (
             select i.id, i.published_at from (
               select i.id, i.channel_id, i.published_at from contents i
               where ${LISTED} and ${AFTER} ${NEWEST_FIRST} limit ${unseen(4, "bigint")}) i
             where ${FOLLOWED[slice.probe]} ${NEWEST_FIRST} ${sliceSql(2, 3)}) i ${NEWEST_FIRST}`,
    values: [followerId, slice.limit, slice.offset, slice.steps, ...(slice.after ?? TOP)],
  });
  return rows.map(toItem);
}

/**
 * The newest few of each channel tell a moment since which there is enough; only what is newer is read then, and of no
 * channel more than all of them together may show. With n rows wanted of f channels neither step reads more than n·√f
 * entries of the index, however uneven they are. For the first pages one step does: to look at each channel twice
 * would cost more than what it spares.
 * @param slice.channels so many are counted, and from so many on none is asked
 */
async function askChannels(
  pool: Pool,
  followerId: string,
  slice: SliceAfter & { channels: number },
): Promise<{ channels: number; items: FollowedItem[] }> {
  const wanted = slice.limit + slice.offset;
  const isOneStep = wanted <= ONE_STEP_MAX;
  const { rows } = await pool.query<{ channels: number } & (Row | { id: null })>({
    name: isOneStep ? "followed-asked" : "followed-asked-twice",
    text: `with every as materialized (
             select channel_id from follows where follower_id = $1 limit ${unseen(4, "bigint")}
           ), counted as materialized (
             select count(*) as channels from every
           ), f as (
             select channel_id from every where (select channels from counted) < ${unseen(4, "bigint")}
           ), ${isOneStep ? "" : SINCE} page as (
             select newest.* from ${isOneStep ? "" : "since cross join"} f cross join lateral (
               ${OF_CHANNEL} ${isOneStep ? "" : "and i.published_at >= since.at"}
               ${NEWEST_FIRST} limit ${unseen(2, "bigint")} + ${unseen(3, "bigint")}) newest
             order by newest.published_at desc, newest.id desc ${sliceSql(2, 3)}
           )
           select counted.channels, page.id, page.published_at::text as at from counted left join page on true
           order by page.published_at desc, page.id desc`,
    values: [followerId, slice.limit, slice.offset, slice.channels, ...(slice.after ?? TOP)],
  });
  const items = rows.filter((row) => row.id !== null);
  return { channels: rows[0]?.channels ?? 0, items: items.map(toItem) };
}

const SINCE = `heads as (
    select newest.published_at from f cross join lateral (
      ${OF_CHANNEL} ${NEWEST_FIRST}
      limit ceil((${unseen(2, "bigint")} + ${unseen(3, "bigint")}) / sqrt((select channels from counted)))) newest
  ), since as materialized (
    select coalesce((
      select published_at from heads order by published_at desc
      offset ${unseen(2, "bigint")} + ${unseen(3, "bigint")} - 1 limit 1), '-infinity') as at
  ), `;

function toItem(row: Row): FollowedItem {
  return { id: row.id, place: [row.at, row.id] };
}

/** What these channels say they hold, up to `most` and no further: for that a few of them are enough. */
export async function sumFollowed(pool: Pool, followerId: string, most: number): Promise<number> {
  const few = await sumOf(pool, followerId, MANY);
  const isEnough = few.channels < MANY || few.items >= most;
  const { items } = isEnough ? few : await sumOf(pool, followerId, FOLLOWS_MAX);
  return Math.min(items, most);
}

/** Of so many of the channels that somebody follows; hidden ones hold nothing. */
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

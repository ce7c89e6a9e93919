import { FOLLOWS_MAX } from "@app/contract/follows";
import { unseen } from "#platform/db/unseen.ts";
import type { Deps } from "#platform/deps.ts";
import { sliceSql } from "#platform/slice.ts";

type Pool = Deps["pool"];
type Slice = { limit: number; offset: number };

/** Whoever follows fewer is asked for channel by channel at once: so few are too rare among all that is new. */
const MANY = 200;
/** Above this nobody is asked how many they are: it costs, and more would change nothing. */
const COUNTED_MAX = 1_000;
/** So many entries cost less to walk past than to look up one channel. */
const STEPS_A_CHANNEL = 30;
/** For a first page of what so many publish this is most often enough, and needs no table of all that one follows. */
const FIRST_STEPS = 500;
/** Rows of the first pages, taken together. */
const ONE_STEP_MAX = 60;
/** Written out and not bound: only then does a plan that is kept use the partial index. */
const LISTED = "i.state = 'ready' and i.visibility = 'public' and i.removed_at is null and i.hidden_at is null";
const OF_CHANNEL = `select i.id, i.published_at from contents i where i.channel_id = f.channel_id and ${LISTED}`;
const NEWEST_FIRST = "order by i.published_at desc, i.id desc";

/** Whether an item `i` is of a channel that $1 follows: looked up for each, or in a table of all of them. */
const FOLLOWED = {
  each: "(select true from follows f where f.follower_id = $1 and f.channel_id = i.channel_id)",
  // `is true` keeps the order: a join by hash would read everything, and sort.
  all: "(i.channel_id in (select f.channel_id from follows f where f.follower_id = $1)) is true",
};

/** How far to walk along all that is new. */
type Walk = { probe: keyof typeof FOLLOWED; steps: number };

/** How many somebody follows, and how many items these channels say they hold; at least, where they are many. */
export type Followed = { channels: number; items: number };

/**
 * The newest of what the followed channels have published, of every type. Of many channels something is always new: it
 * is found by walking along all that is new, for as long as that costs less than to ask each channel. Who is left then
 * follows channels that sleep.
 */
export async function selectFollowedContentIds(
  pool: Pool,
  followerId: string,
  page: Slice & Pick<Followed, "channels">,
): Promise<string[]> {
  const channels = page.channels < MANY ? page.channels : await countChannels(pool, followerId);
  for (const walk of chooseWalks(channels, page)) {
    const ids = await walkNewest(pool, followerId, { ...page, ...walk });
    if (ids.length === page.limit) return ids;
  }
  return askChannels(pool, followerId, { ...page, channels });
}

function chooseWalks(channels: number, page: Slice): Walk[] {
  if (channels < MANY) return [];
  const isFirst = channels === COUNTED_MAX && page.limit + page.offset <= ONE_STEP_MAX;
  const all: Walk = { probe: "all", steps: channels * STEPS_A_CHANNEL };
  return isFirst ? [{ probe: "each", steps: FIRST_STEPS }, all] : [all];
}

async function countChannels(pool: Pool, followerId: string): Promise<number> {
  const { rows } = await pool.query<{ channels: number }>({
    name: "followed-count",
    text: "select count(*) as channels from (select from follows where follower_id = $1 limit $2) f",
    values: [followerId, COUNTED_MAX],
  });
  return rows[0]?.channels ?? 0;
}

async function walkNewest(pool: Pool, followerId: string, page: Slice & Walk): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: `followed-walk-${page.probe}`,
    text: `select i.id from (
             select i.id, i.channel_id, i.published_at from contents i
             where ${LISTED} ${NEWEST_FIRST} limit ${unseen(4, "bigint")}) i
           where ${FOLLOWED[page.probe]} ${NEWEST_FIRST} ${sliceSql(2, 3)}`,
    values: [followerId, page.limit, page.offset, page.steps],
  });
  return rows.map((row) => row.id);
}

/**
 * The newest few of each channel tell a moment since which there is enough; only what is newer is read then, and of no
 * channel more than all of them together may show. With n rows wanted of f channels neither step reads more than n·√f
 * entries of the index, however uneven they are. For the first pages one step does: to look at each channel twice
 * would cost more than what it spares.
 */
async function askChannels(
  pool: Pool,
  followerId: string,
  page: Slice & Pick<Followed, "channels">,
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

/** `items` up to `most` and no further: for that a few channels are enough, and `channels` are at most so few then. */
export async function sumFollowed(pool: Pool, followerId: string, most: number): Promise<Followed> {
  const few = await sumOf(pool, followerId, MANY);
  const isEnough = few.channels < MANY || few.items >= most;
  const { channels, items } = isEnough ? few : await sumOf(pool, followerId, FOLLOWS_MAX);
  return { channels, items: Math.min(items, most) };
}

/** Of so many of the channels that somebody follows; hidden ones hold nothing. */
async function sumOf(pool: Pool, followerId: string, channels: number): Promise<Followed> {
  const { rows } = await pool.query<Followed>({
    name: "followed-items",
    text: `select count(*) as channels, coalesce(sum(items), 0)::bigint as items from (
             select (select c.content_count from channels c where c.id = f.channel_id and c.hidden_at is null) as items
             from follows f where f.follower_id = $1 limit $2) f`,
    values: [followerId, channels],
  });
  return rows[0] ?? { channels: 0, items: 0 };
}

import type { Deps } from "#platform/deps.ts";

type Pool = Deps["pool"];

export type RetentionRow = { viewers: number; reached: readonly number[]; played_ms: readonly number[] };

/** The items of a channel, or one item, from a day on. */
export type Scope = { of: "channel" | "content"; id: string; from: string; timeZone: string };

export type DayRow = {
  day: string;
  views: number;
  likes: number;
  followers: number;
  sessions: number;
  watched_ms: number;
};

export type ItemRow = Omit<DayRow, "day"> & { id: string; type: string; title: string; length_ms: number | null };

const ITEMS: Record<Scope["of"], string> = {
  channel: "i.channel_id = $1 and i.deleted_at is null",
  content: "i.id = $1",
};

const FROM_HOUR = "h.hour >= ($2::date)::timestamp at time zone $3";

/** Only days with something to tell. The followers of a channel are those who still follow it. */
export async function selectDays(pool: Pool, { of, id, from, timeZone }: Scope): Promise<DayRow[]> {
  const followers =
    of === "channel"
      ? `select (f.created_at at time zone $3)::date, 0, 0, count(*), 0, 0 from follows f
         where f.channel_id = $1 and f.created_at >= ($2::date)::timestamp at time zone $3 group by 1`
      : `select (h.hour at time zone $3)::date, 0, 0, sum(h.follows), 0, 0 from content_hourly_stats h
         where h.content_id = $1 and ${FROM_HOUR} group by 1`;
  const { rows } = await pool.query<DayRow>({
    name: `analytics-days-of-${of}`,
    text: `select day::text, sum(views)::int as views, sum(likes)::int as likes, sum(followers)::int as followers,
             sum(sessions)::int as sessions, sum(watched_ms)::bigint as watched_ms
           from (
             select (h.hour at time zone $3)::date as day, sum(h.views) as views, sum(h.likes) as likes,
               0 as followers, 0 as sessions, 0 as watched_ms
             from contents i join content_hourly_stats h on h.content_id = i.id
             where ${ITEMS[of]} and ${FROM_HOUR} group by 1
             union all
             select d.day, 0, 0, 0, sum(d.sessions), sum(d.watched_ms)
             from contents i join content_daily_stats d on d.content_id = i.id
             where ${ITEMS[of]} and d.day >= $2::date group by 1
             union all ${followers}) parts
           group by 1 order by 1`,
    values: [id, from, timeZone],
  });
  return rows;
}

export async function selectSources(pool: Pool, { of, id, from }: Scope): Promise<{ source: string; views: number }[]> {
  const { rows } = await pool.query<{ source: string; views: number }>({
    name: `analytics-sources-of-${of}`,
    text: `select s.source, sum(s.views)::int as views
           from contents i join content_daily_sources s on s.content_id = i.id
           where ${ITEMS[of]} and s.day >= $2::date group by 1 order by 2 desc, 1`,
    values: [id, from],
  });
  return rows;
}

/** The most viewed of the period. */
export async function selectItems(pool: Pool, { id, from, timeZone }: Scope, limit: number): Promise<ItemRow[]> {
  const { rows } = await pool.query<ItemRow>({
    name: "analytics-items",
    text: `select i.id, i.type, i.title, i.length_ms, coalesce(h.views, 0)::int as views,
             coalesce(h.likes, 0)::int as likes, coalesce(h.follows, 0)::int as followers,
             coalesce(d.sessions, 0)::int as sessions, coalesce(d.watched_ms, 0)::bigint as watched_ms
           from contents i
             left join lateral (
               select sum(h.views) as views, sum(h.likes) as likes, sum(h.follows) as follows
               from content_hourly_stats h where h.content_id = i.id and ${FROM_HOUR}) h on true
             left join lateral (
               select sum(d.sessions) as sessions, sum(d.watched_ms) as watched_ms
               from content_daily_stats d where d.content_id = i.id and d.day >= $2::date) d on true
           where ${ITEMS.channel} and i.state = 'ready'
           order by views desc, watched_ms desc, i.id desc limit $4`,
    values: [id, from, timeZone, limit],
  });
  return rows;
}

export async function selectRetention(pool: Pool, contentId: string): Promise<RetentionRow | null> {
  const { rows } = await pool.query<RetentionRow>({
    name: "analytics-retention",
    text: "select viewers, reached::float8[], played_ms::float8[] from content_retention where content_id = $1",
    values: [contentId],
  });
  return rows[0] ?? null;
}

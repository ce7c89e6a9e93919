import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
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

export type ItemRow = Omit<DayRow, "day"> & {
  id: string;
  type: string;
  is_clip: boolean;
  title: string;
  length_ms: number | null;
};

const ITEMS: Record<Scope["of"], string> = {
  channel: "i.channel_id = $1 and i.deleted_at is null",
  content: "i.id = $1",
};

const FROM_HOUR = "h.hour >= ($2::date)::timestamp at time zone $3";

/**
 * Only days that have anything. A channel counts the followers whom it still has, an item those whom it won.
 * The hours of an item are read once for all their sums: a year has 8,760 of them.
 */
export async function selectDays(pool: Pool, { of, id, from, timeZone }: Scope): Promise<DayRow[]> {
  const followersOfChannel = `
             union all
             select (f.created_at at time zone $3)::date, 0, 0, count(*), 0, 0 from follows f
             where f.channel_id = $1 and f.created_at >= ($2::date)::timestamp at time zone $3 group by 1`;
  const { rows } = await pool.query<DayRow>({
    name: `analytics-days-of-${of}`,
    text: `select day::text, sum(views)::int as views, sum(likes)::int as likes, sum(followers)::int as followers,
             sum(sessions)::int as sessions, sum(watched_ms)::bigint as watched_ms
           from (
             select (h.hour at time zone $3)::date as day, sum(h.views) as views, sum(h.likes) as likes,
               ${of === "content" ? "sum(h.follows)" : "0"} as followers, 0 as sessions, 0 as watched_ms
             from contents i join content_hourly_stats h on h.content_id = i.id
             where ${ITEMS[of]} and ${FROM_HOUR} group by 1
             union all
             select d.day, 0, 0, 0, sum(d.sessions), sum(d.watched_ms)
             from contents i join content_daily_stats d on d.content_id = i.id
             where ${ITEMS[of]} and d.day >= $2::date group by 1
             ${of === "channel" ? followersOfChannel : ""}) parts
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
    text: `select i.id, i.type, exists (select from clips c where c.content_id = i.id) as is_clip,
             i.title, i.length_ms, coalesce(h.views, 0)::int as views,
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

/** What is known of a viewer of one item. */
export type ViewerState = {
  /** The latest visits with their last sequence numbers; the last credited visit comes last. */
  sessions: readonly { session: string; sequence: number }[];
  /** One bit for each bucket that was reached. */
  reached: Buffer;
  /** Of the last report that was credited; later by the slack that it used. */
  beatAt: Date;
};

export type ItemSums = {
  contentId: string;
  run: string;
  viewers: number;
  sessions: number;
  watchedMs: number;
  reached: number[];
  playedMs: number[];
};

type ViewerRow = { viewer: Buffer; sessions: string[]; sequences: number[]; reached: Buffer; beat_at: Date };

/**
 * What somebody reached before the curve of the item began is left out.
 * @param beats `viewer` in hexadecimal
 */
export async function selectBeatViewers(
  sql: Sql,
  beats: readonly { viewer: string; contentId: string }[],
): Promise<Map<string, ViewerState>> {
  const { rows } = await raw<ViewerRow>`
    select viewer, sessions, sequences, beat_at,
      case when r.began_at <= beat_at then v.reached else decode(repeat('00', length(v.reached)), 'hex') end as reached
    from (
      select distinct decode(viewer, 'hex') as viewer, content_id
      from unnest(${beats.map(({ viewer }) => viewer)}::text[], ${beats.map(({ contentId }) => contentId)}::uuid[])
        as b (viewer, content_id)
    ) b
      join beat_viewers v using (viewer)
      left join content_retention r using (content_id)`.execute(sql);
  return new Map(
    rows.map((row) => [
      row.viewer.toString("hex"),
      {
        sessions: row.sessions.map((session, at) => ({ session, sequence: row.sequences[at] ?? 0 })),
        reached: row.reached,
        beatAt: row.beat_at,
      },
    ]),
  );
}

/** As JSON, because `unnest` would flatten the arrays. */
export async function upsertBeatViewers(sql: Sql, viewers: ReadonlyMap<string, ViewerState>): Promise<void> {
  const rows = [...viewers].map(([viewer, { sessions, reached, beatAt }]) => ({
    viewer,
    sessions: sessions.map(({ session }) => session),
    sequences: sessions.map(({ sequence }) => sequence),
    reached: reached.toString("hex"),
    beat_at: beatAt.toISOString(),
  }));
  if (rows.length === 0) return;
  await raw`
    insert into beat_viewers (viewer, sessions, sequences, reached, beat_at)
    select decode(viewer, 'hex'), sessions, sequences, decode(reached, 'hex'), beat_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (viewer text, sessions uuid[], sequences int[], reached text, beat_at timestamptz)
    on conflict (viewer) do update set sessions = excluded.sessions, sequences = excluded.sequences,
      reached = excluded.reached, beat_at = excluded.beat_at`.execute(sql);
}

/** One row per item and day. Purged items are left out; what was played of a run with other seconds is only watch time. */
export async function addItemSums(
  sql: Sql,
  items: readonly ItemSums[],
  { at, day }: { at: Date; day: string },
): Promise<void> {
  const rows = items.map(({ contentId, playedMs, watchedMs, ...sums }) => ({
    content_id: contentId,
    ...sums,
    played_ms: playedMs,
    watched_ms: watchedMs,
  }));
  if (rows.length === 0) return;
  const json = JSON.stringify(rows);
  // Before the rows that belong to them, as a purge does.
  await raw`
    select from contents where id = any(${rows.map((row) => row.content_id)}::uuid[]) order by id for key share`.execute(
    sql,
  );
  await raw`
    insert into content_retention (content_id, viewers, reached, played_ms, began_at)
    select n.content_id, n.viewers, n.reached, n.played_ms, ${at.toISOString()}::timestamptz
    from jsonb_to_recordset(${json}::jsonb)
        as n (content_id uuid, run text, viewers int, reached bigint[], played_ms bigint[])
      join contents i on i.id = n.content_id and coalesce(i.timeline_run, i.run) = n.run
    order by 1
    on conflict (content_id) do update set viewers = content_retention.viewers + excluded.viewers,
      reached = add_elements(content_retention.reached, excluded.reached),
      played_ms = add_elements(content_retention.played_ms, excluded.played_ms)`.execute(sql);
  await raw`
    insert into content_daily_stats (content_id, day, sessions, watched_ms)
    select n.content_id, ${day}::date, sum(n.sessions), sum(n.watched_ms)
    from jsonb_to_recordset(${json}::jsonb) as n (content_id uuid, sessions int, watched_ms bigint)
      join contents i on i.id = n.content_id
    group by 1
    order by 1
    on conflict (content_id, day) do update set sessions = content_daily_stats.sessions + excluded.sessions,
      watched_ms = content_daily_stats.watched_ms + excluded.watched_ms`.execute(sql);
}

/** @returns how many rows were deleted */
export async function deleteOldBeatViewers(sql: Sql, days: number): Promise<number> {
  const { numAffectedRows } = await raw`
    delete from beat_viewers where beat_at < now() - make_interval(days => ${days})`.execute(sql);
  return Number(numAffectedRows ?? 0n);
}

/** Resets the curve, because its buckets no longer stand for the same seconds. */
export async function deleteRetention(sql: Sql, contentId: string): Promise<void> {
  await sql.deleteFrom("content_retention").where("content_id", "=", contentId).execute();
}

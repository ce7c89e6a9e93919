import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** What is known of a viewer of one item. */
export type ViewerState = {
  /** The latest visits with their last sequence numbers; the last credited visit comes last. */
  sessions: readonly { session: string; sequence: number }[];
  /** One bit for each bucket that was reached. */
  reached: Buffer;
  /** Of the last report that was credited. */
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

/** @param viewers hashes in hexadecimal */
export async function selectBeatViewers(sql: Sql, viewers: readonly string[]): Promise<Map<string, ViewerState>> {
  const { rows } = await raw<ViewerRow>`
    select viewer, sessions, sequences, reached, beat_at from beat_viewers
    where viewer in (select decode(unnest(${viewers}::text[]), 'hex'))`.execute(sql);
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

/** One row per item and day. Purged items are left out; what was played of other files than the item's is only watch time. */
export async function addItemSums(sql: Sql, items: readonly ItemSums[], day: string): Promise<void> {
  const rows = items.map(({ contentId, playedMs, watchedMs, ...sums }) => ({
    ...{ content_id: contentId, ...sums, played_ms: playedMs, watched_ms: watchedMs },
  }));
  if (rows.length === 0) return;
  const json = JSON.stringify(rows);
  // Before the rows that belong to them, as a purge does.
  await raw`
    select from contents where id = any(${rows.map((row) => row.content_id)}::uuid[]) order by id for key share`.execute(
    sql,
  );
  await raw`
    insert into content_retention (content_id, viewers, reached, played_ms)
    select n.content_id, n.viewers, n.reached, n.played_ms
    from jsonb_to_recordset(${json}::jsonb)
        as n (content_id uuid, run text, viewers int, reached bigint[], played_ms bigint[])
      join contents i on i.id = n.content_id and i.run = n.run
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

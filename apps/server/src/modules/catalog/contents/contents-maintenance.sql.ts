import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type UnmeasuredRow = { id: string; original_key: string };

type Page = { after: string | null; limit: number };

export async function selectContentsToPurge(sql: Sql, channelId: string, { after, limit }: Page): Promise<string[]> {
  const rows = await sql
    .selectFrom("contents")
    .select("id")
    .where("channel_id", "=", channelId)
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Items deleted more than `keptDays` ago. */
export async function selectDeletedContents(sql: Sql, keptDays: number, { after, limit }: Page): Promise<string[]> {
  const rows = await sql
    .selectFrom("contents")
    .select("id")
    .where("deleted_at", "<", raw<Date>`now() - make_interval(days => ${keptDays})`)
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function deleteContent(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom("contents").where("id", "=", id).execute();
}

export async function selectPicturesOf(sql: Sql, accountId: string, { after, limit }: Page): Promise<string[]> {
  const rows = await sql
    .selectFrom("pictures")
    .select("id")
    .where("account_id", "=", accountId)
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export function selectUnmeasured(
  sql: Sql,
  { after, limit }: { after: string | null; limit: number },
): Promise<UnmeasuredRow[]> {
  return sql
    .selectFrom("contents")
    .select(["id", "original_key"])
    .where("original_bytes", "is", null)
    .where("original_key", "is not", null)
    .$narrowType<{ original_key: string }>()
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function setOriginalBytes(sql: Sql, id: string, bytes: number): Promise<void> {
  await sql.updateTable("contents").set({ original_bytes: bytes }).where("id", "=", id).execute();
}

/** Hides one item, whether or not its channel is hidden too. @returns its channel; null if it is deleted or hidden */
export async function setHidden(sql: Sql, id: string): Promise<{ channel_id: string } | null> {
  const { rows } = await raw<{ channel_id: string }>`
    update contents i set hidden_at = clock_timestamp() from channels c
    where i.id = ${id} and c.id = i.channel_id and i.deleted_at is null
      and (i.hidden_at is null or i.hidden_at = c.hidden_at)
    returning i.channel_id`.execute(sql);
  return rows[0] ?? null;
}

/** Shows one item again, unless its channel is hidden. @returns its channel; null if it was not hidden by itself */
export async function clearHidden(
  sql: Sql,
  id: string,
): Promise<{ channel_id: string; is_channel_hidden: boolean } | null> {
  const { rows } = await raw<{ channel_id: string; is_channel_hidden: boolean }>`
    update contents i set hidden_at = c.hidden_at from channels c
    where i.id = ${id} and c.id = i.channel_id and i.deleted_at is null and i.hidden_at is distinct from c.hidden_at
    returning i.channel_id, c.hidden_at is not null as is_channel_hidden`.execute(sql);
  return rows[0] ?? null;
}

/**
 * Hides a channel's items with the channel's own `hidden_at`. That timestamp later tells them apart from items that
 * were hidden individually.
 */
export async function hideContentsOf(sql: Sql, channelId: string): Promise<void> {
  await raw`
    update contents i set hidden_at = c.hidden_at from channels c
    where c.id = ${channelId} and i.channel_id = c.id and i.hidden_at is null`.execute(sql);
}

/** @param hiddenAt the channel's `hidden_at` as PostgreSQL text: a `Date` has no microseconds */
export async function showContentsOf(sql: Sql, channelId: string, hiddenAt: string): Promise<void> {
  await raw`
    update contents set hidden_at = null
    where channel_id = ${channelId} and hidden_at = ${hiddenAt}::timestamptz`.execute(sql);
}

/** Moves the items of one category into another, deleted ones too. Locks their channels first. */
export async function moveContents(tx: Sql, from: number, into: number): Promise<number> {
  await raw`
    select from channels where id in (select channel_id from contents where category_id = ${from})
    order by id for no key update`.execute(tx);
  const { numAffectedRows } = await raw`
    update contents set category_id = ${into} where category_id = ${from}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

export async function recountListedTotals(tx: Sql, categoryIds: readonly number[]): Promise<void> {
  const ids = [...categoryIds];
  await raw`delete from listed_totals where category_id = any(${ids}::int[])`.execute(tx);
  await raw`
    insert into listed_totals (type, category_id, length_class, items)
    select type, category_id, length_class, count(*) from contents
    where is_listed and category_id = any(${ids}::int[]) group by 1, 2, 3`.execute(tx);
}

/** Scheduled items whose date has come, in the order of their ids. */
export async function selectDueContents(
  sql: Sql,
  { now, after, limit }: { now: Date; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await sql
    .selectFrom("contents")
    .select("id")
    .where("publish_at", "<=", now)
    .where("deleted_at", "is", null)
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Makes a scheduled item public. It counts as published from `now` on, unless it was public before.
 * @returns null if its date was moved or taken back meanwhile
 */
export async function publishScheduled(
  sql: Sql,
  id: string,
  now: Date,
): Promise<{ channel_id: string; is_ready: boolean } | null> {
  const row = await sql
    .updateTable("contents")
    .set({
      visibility: "public",
      publish_at: null,
      revision: raw<number>`revision + 1`,
      published_at: raw<Date | null>`coalesce(published_at, case when state = 'ready' then ${now}::timestamptz end)`,
    })
    .where("id", "=", id)
    .where("publish_at", "<=", now)
    .where("deleted_at", "is", null)
    .returning(["channel_id", raw<boolean>`state = 'ready'`.as("is_ready")])
    .executeTakeFirst();
  return row ?? null;
}

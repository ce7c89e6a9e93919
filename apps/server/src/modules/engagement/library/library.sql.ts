import type { LibraryName } from "@app/contract/library";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { limitOffsetSql, opaqueParam, type PageRange, type Position } from "#platform/pagination.ts";
import { isVisibleSql } from "#platform/visible-items.sql.ts";

type Pool = Deps["pool"];

/** The list's owner, and part of a title or channel name to search for; empty matches everything. */
export type LibraryFilter = { accountId: string; search: string };

export type LibraryRow = { content_id: string; added_at: Date; position_ms: number | null; position: Position };

type Source = { from: string; at: string };

/** Each has an index in the order of its list. */
const LISTS: Record<LibraryName, Source> = {
  history: { from: "watch_history own where own.account_id = $1", at: "own.watched_at" },
  saved: { from: "content_saves own where own.account_id = $1", at: "own.created_at" },
  liked: { from: "content_likes own where own.account_id = $1 and own.is_liked", at: "own.created_at" },
};

/** Items that the member may no longer see leave the list. */
const IS_VISIBLE = `exists (
  select from contents i join channels c on c.id = i.channel_id
  where i.id = own.content_id and ${isVisibleSql("$1")}
    and ($2 = '' or position($2 in search_key(i.title)) > 0 or position($2 in search_key(c.name)) > 0))`;

/** Most recent first. */
export async function selectLibrary(
  pool: Pool,
  list: LibraryName,
  filter: LibraryFilter,
  range: PageRange,
): Promise<LibraryRow[]> {
  const { from, at } = LISTS[list];
  const isAfter = `and (${at}, own.content_id) < (${opaqueParam(5, "timestamptz")}, ${opaqueParam(6, "uuid")})`;
  const { rows } = await pool.query<Omit<LibraryRow, "position"> & { at: string }>({
    name: `library-${list}${range.after ? "-after" : ""}`,
    text: `select page.content_id, page.at as added_at, page.at::text as at, h.position_ms
           from (
             select own.content_id, ${at} as at from ${from} and ${IS_VISIBLE} ${range.after ? isAfter : ""}
             order by ${at} desc, own.content_id desc ${limitOffsetSql(3, 4)}) page
             left join watch_history h on h.account_id = $1 and h.content_id = page.content_id
           order by page.at desc, page.content_id desc`,
    values: [...toValues(filter), range.limit, range.offset, ...(range.after ?? [])],
  });
  return rows.map(({ at: sortKey, ...row }) => ({ ...row, position: [sortKey, row.content_id] }));
}

/** Counts up to `cap`. */
export async function countLibrary(pool: Pool, list: LibraryName, filter: LibraryFilter, cap: number): Promise<number> {
  const { rows } = await pool.query<{ total: number }>({
    name: `library-${list}-count`,
    text: `select count(*) as total from (
             select from ${LISTS[list].from} and ${IS_VISIBLE} limit ${opaqueParam(3, "bigint")}) counted`,
    values: [...toValues(filter), cap],
  });
  return rows[0]?.total ?? 0;
}

function toValues({ accountId, search }: LibraryFilter): string[] {
  return [accountId, search];
}

/** @returns the text as `search_key` stores titles for searching: without case, accents and punctuation */
export async function selectSearchKey(pool: Pool, text: string): Promise<string> {
  const { rows } = await pool.query<{ key: string }>({
    name: "library-search-key",
    text: "select search_key($1) as key",
    values: [text],
  });
  return rows[0]?.key ?? "";
}

export type Watched = {
  accountId: string;
  contentId: string;
  positionMs: number | null;
  /** The run with the seconds that the position is of; without it, the one that is shown. */
  run?: string;
};

/**
 * Moves items to the top of their viewers' histories. A null position, or one in files that were trimmed or replaced
 * meanwhile, leaves the known one. Nothing is written for somebody who has switched the history off or was erased, nor
 * for a purged item.
 */
export async function upsertHistory(sql: Sql, watched: readonly Watched[]): Promise<void> {
  if (watched.length === 0) return;
  await raw`
    insert into watch_history (account_id, content_id, position_ms)
    select n.account_id, n.content_id,
      case when n.run is null or n.run = coalesce(i.timeline_run, i.run, '') then n.position_ms end
    from unnest(${watched.map((one) => one.accountId)}::uuid[], ${watched.map((one) => one.contentId)}::uuid[],
        ${watched.map((one) => one.positionMs)}::int[], ${watched.map((one) => one.run ?? null)}::text[])
        as n (account_id, content_id, position_ms, run)
      join accounts a on a.id = n.account_id and a.erased_at is null
      join contents i on i.id = n.content_id
      left join privacy_settings p on p.account_id = n.account_id
    where coalesce(p.keeps_history, true)
    order by 1, 2
    for key share of i
    on conflict (account_id, content_id) do update set watched_at = now(),
      position_ms = coalesce(excluded.position_ms, watch_history.position_ms)`.execute(sql);
}

/** @returns where the member stopped; 0 if the history does not say, null if it is off */
export async function selectPosition(sql: Sql, accountId: string, contentId: string): Promise<number | null> {
  const { rows } = await raw<{ position_ms: number | null }>`
    select case when coalesce(p.keeps_history, true) then coalesce(h.position_ms, 0) end as position_ms
    from (select ${accountId}::uuid as id) a
      left join privacy_settings p on p.account_id = a.id
      left join watch_history h on h.account_id = a.id and h.content_id = ${contentId}`.execute(sql);
  return rows[0]?.position_ms ?? null;
}

/** The positions stay with what is played there; whoever stopped in a beginning that was cut away has none. */
export async function shiftPositions(sql: Sql, contentId: string, shiftMs: number): Promise<void> {
  if (shiftMs === 0) return;
  await raw`
    update watch_history
    set position_ms = case when position_ms + ${shiftMs}::integer >= 0 then position_ms + ${shiftMs}::integer end
    where content_id = ${contentId} and position_ms is not null`.execute(sql);
}

/** @param contentId null: the whole history */
export async function deleteHistory(sql: Sql, accountId: string, contentId: string | null): Promise<void> {
  let rows = sql.deleteFrom("watch_history").where("account_id", "=", accountId);
  if (contentId !== null) rows = rows.where("content_id", "=", contentId);
  await rows.execute();
}

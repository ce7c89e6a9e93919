import type { ContentType } from "@app/contract/contents";
import { sql as raw } from "kysely";
import type { NamedQuery, Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { limitOffsetSql, opaqueParam, type PageRange, type Position } from "#platform/pagination.ts";
import type { ContentRow } from "./contents.sql.ts";

/** Lists up to this length are counted exactly; longer ones use the stored total. */
export const EXACT_COUNT_MAX = 500;

/** The columns a card needs: two tables and a third of an item's columns. */
export type CardRow = Pick<
  ContentRow,
  | ("id" | "type" | "title" | "is_listed" | "run" | "length_ms" | "has_preview")
  | ("thumbnail_key" | "thumbnail_small_key" | "total_views" | "published_at" | "hidden_at" | "media_token")
  | ("channel_id" | "channel_name" | "channel_profile_key")
>;

type Pool = Deps["pool"];
export type ListFilter = {
  type: ContentType;
  channelId?: string | undefined;
  categoryId?: number | undefined;
  /** `with_channel`: published, but hidden together with its channel. */
  hidden: "not" | "with_channel";
  /** From `blocksOf`. */
  leftOutFor: string | null;
};

const COLUMNS = `i.id, i.type, i.title, i.is_listed, i.run, i.length_ms, i.has_preview, i.thumbnail_key,
  i.thumbnail_small_key, i.total_views, i.published_at, i.hidden_at, i.media_token, i.channel_id,
  c.name as channel_name, c.profile_key as channel_profile_key`;
/** Would be listed if the channel were visible. */
const HIDDEN_WITH_CHANNEL = `i.state = 'ready' and i.visibility = 'public' and i.deleted_at is null
  and i.hidden_at = (select h.hidden_at from channels h where h.id = i.channel_id)`;
const LISTED_MAX = 50;

/**
 * Keeps the order of `ids`, an SQL expression. The planner expects few elements in an array and looks each up by
 * primary key, whatever it estimates for the subquery that builds it.
 */
const cardsOf = (ids: string, shown: string, columns = COLUMNS): string => `select ${columns}
  from unnest(${ids}) with ordinality wanted (id, position)
    join contents i on i.id = wanted.id join channels c on c.id = i.channel_id
  where ${shown} order by wanted.position`;

/** In the order of `ids`, without items that are no longer listed. At most 50. Prepared once per connection. */
export async function selectListedCards(pool: Pool, ids: readonly string[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<CardRow>({
    name: "cards-by-id",
    text: cardsOf("$1::uuid[]", "i.is_listed"),
    values: [ids.slice(0, LISTED_MAX)],
  });
  return rows;
}

/** As `selectListedCards`, also for items that are not listed. */
export async function selectCards(pool: Pool, ids: readonly string[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<CardRow>({
    name: "cards-by-id-unlisted",
    text: cardsOf("$1::uuid[]", "i.deleted_at is null"),
    values: [ids.slice(0, LISTED_MAX)],
  });
  return rows;
}

/**
 * Like `selectListedCards`, in one round trip with the query that finds the ids. That query returns one row with `ids`
 * and `total`.
 */
export async function selectFoundCards(pool: Pool, found: NamedQuery): Promise<{ rows: CardRow[]; total: number }> {
  const { rows } = await pool.query<{ [Column in keyof CardRow]: CardRow[Column] | null } & { total: number }>({
    name: `cards-of-${found.name}`,
    text: `select found.total, ${COLUMNS}
           from (${found.text}) found left join (
             unnest(found.ids) with ordinality wanted (id, position)
             join contents i on i.id = wanted.id and i.is_listed join channels c on c.id = i.channel_id) on true
           order by wanted.position`,
    values: found.values,
  });
  return {
    rows: rows.filter((row): row is CardRow & { total: number } => row.id !== null),
    total: rows[0]?.total ?? 0,
  };
}

/** Published items, newest first. Only the rows of the page are joined, however deep the page is. */
export async function selectPublicCards(
  pool: Pool,
  filter: ListFilter,
  { limit, offset, after }: PageRange,
): Promise<(CardRow & { position: Position })[]> {
  const where = toWhere(filter);
  const next = where.values.length + 1;
  const isAfter = after
    ? `and (i.published_at, i.id) < (${opaqueParam(next + 2, "timestamptz")}, ${opaqueParam(next + 3, "uuid")})`
    : "";
  const { rows } = await pool.query<CardRow & { at: string }>({
    name: `cards-of-${where.name}${after ? "-after" : ""}`,
    text: cardsOf(
      `array(select i.id from contents i where ${where.text} ${isAfter}
        order by i.published_at desc, i.id desc ${limitOffsetSql(next, next + 1)})`,
      where.shown,
      `${COLUMNS}, i.published_at::text as at`,
    ),
    values: [...where.values, limit, offset, ...(after ?? [])],
  });
  return rows.map((row) => ({ ...row, position: [row.at, row.id] }));
}

/** Number of items `selectPublicCards` would find. A channel's items are counted up to `cap`. */
export async function countPublicContents(pool: Pool, filter: ListFilter, cap: number): Promise<number> {
  const { name, text: where, values } = toWhere(filter);
  const isStored = filter.channelId === undefined && filter.hidden === "not";
  const ofCategory = filter.categoryId === undefined ? "" : "and t.category_id = $2";
  const { rows } = await pool.query<{ total: number }>({
    name: `count-of-${name}`,
    text: isStored
      ? toTotalSql(where, `t.type = $1 ${ofCategory}`)
      : `select count(*) as total from (
           select from contents i where ${where} limit ${opaqueParam(values.length + 1, "bigint")}) counted`,
    values: isStored ? values : [...values, cap],
  });
  return rows[0]?.total ?? 0;
}

/**
 * SQL condition that leaves out the items `i` of people blocked by or blocking the account of this parameter. `not in`
 * is evaluated once per query into a hash table; `not exists` would become a join, and lose the order of the index.
 */
export function notLeftOutSql(parameter: number): string {
  const pairs = `select b.other_channel_id from block_pairs b where b.account_id = ${opaqueParam(parameter, "uuid")}`;
  return `i.channel_id not in (${pairs})`;
}

/** One named statement per combination of filters, so each keeps its own plan. */
function toWhere(filter: ListFilter): { name: string; text: string; shown: string; values: (string | number)[] } {
  const values: (string | number)[] = [filter.type];
  const shown = filter.hidden === "not" ? "i.is_listed" : HIDDEN_WITH_CHANNEL;
  const parts = [shown, `i.type = ${opaqueParam(1, "text")}`];
  const names = [filter.hidden === "not" ? "all" : "hidden"];
  if (filter.channelId !== undefined) {
    parts.push(`i.channel_id = ${opaqueParam(values.push(filter.channelId), "uuid")}`);
    names.push("channel");
  }
  if (filter.categoryId !== undefined) {
    parts.push(`i.category_id = ${opaqueParam(values.push(filter.categoryId), "int")}`);
    names.push("category");
  }
  if (filter.leftOutFor !== null) {
    parts.push(notLeftOutSql(values.push(filter.leftOutFor)));
    names.push("blocks");
  }
  return { name: names.join("-"), text: parts.join(" and "), shown, values };
}

/**
 * SQL for the number of items in a list. Counting thousands on each request takes milliseconds, and longer right after
 * views were counted.
 * @param where condition on the list's rows `i` of `contents`
 * @param stored condition on the rows `t` of `listed_totals` that add up to the list
 */
export function toTotalSql(where: string, stored: string): string {
  return `select case when counted.items < ${EXACT_COUNT_MAX} then counted.items else greatest(counted.items, (
            select coalesce(sum(t.items), 0)::bigint from listed_totals t where ${stored})) end as total
          from (select count(*) as items from (
            select from contents i where ${where} limit ${EXACT_COUNT_MAX}) few) counted`;
}

/** Runs in one transaction, so readers see either the old totals or the new ones. */
export async function replaceListedTotals(tx: Sql): Promise<void> {
  await raw`lock table listed_totals in share row exclusive mode`.execute(tx);
  await tx.deleteFrom("listed_totals").execute();
  await raw`
    insert into listed_totals (type, category_id, length_class, items)
    select type, category_id, length_class, count(*) from contents where is_listed group by 1, 2, 3`.execute(tx);
}

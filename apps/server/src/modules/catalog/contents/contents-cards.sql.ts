import type { ContentType } from "@app/contract/contents";
import type { NamedQuery } from "#platform/db/database.ts";
import { unseen } from "#platform/db/unseen.ts";
import type { Deps } from "#platform/deps.ts";
import { sliceSql } from "#platform/slice.ts";
import type { ContentRow } from "./contents.sql.ts";

/** What the card of an item needs: two tables, and a third of an item's columns. */
export type CardRow = Pick<
  ContentRow,
  | ("id" | "type" | "title" | "visibility" | "state" | "run" | "length_ms" | "has_preview")
  | ("thumbnail_key" | "thumbnail_small_key" | "total_views" | "published_at" | "hidden_at" | "media_token")
  | ("channel_id" | "channel_name" | "channel_profile_key")
>;

type Pool = Deps["pool"];
export type ListFilter = {
  type: ContentType;
  channelId?: string | undefined;
  categoryId?: number | undefined;
  /** `with_channel`: what was published in the channel and is hidden because it is. */
  hidden: "not" | "with_channel";
};

const COLUMNS = `i.id, i.type, i.title, i.visibility, i.state, i.run, i.length_ms, i.has_preview, i.thumbnail_key,
  i.thumbnail_small_key, i.total_views, i.published_at, i.hidden_at, i.media_token, i.channel_id,
  c.name as channel_name, c.profile_key as channel_profile_key`;
/** Written out and not bound: only then does a plan that is kept use the partial indexes. */
const PUBLISHED = "i.state = 'ready' and i.visibility = 'public' and i.removed_at is null";
const LISTED = `${PUBLISHED} and i.hidden_at is null`;
const HIDDEN_WITH_CHANNEL = `${PUBLISHED} and i.hidden_at = (select h.hidden_at from channels h where h.id = i.channel_id)`;
const LISTED_MAX = 50;

/**
 * In the order of `ids`, an SQL expression. Of an array the planner expects a few, and reads each by its key, whatever
 * it expects of the query that makes it.
 */
const cardsOf = (ids: string, shown: string): string => `select ${COLUMNS}
  from unnest(${ids}) with ordinality wanted (id, position)
    join contents i on i.id = wanted.id join channels c on c.id = i.channel_id
  where ${shown} order by wanted.position`;

/** In the order of `ids`; those that may no longer be listed are left out. At most 50. Planned once a connection. */
export async function selectListedCards(pool: Pool, ids: readonly string[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<CardRow>({
    name: "cards-by-id",
    text: cardsOf("$1::uuid[]", LISTED),
    values: [ids.slice(0, LISTED_MAX)],
  });
  return rows;
}

/** The same, in one round trip with the query that finds them: it selects one row, the `ids` and a `total`. */
export async function selectFoundCards(pool: Pool, found: NamedQuery): Promise<{ rows: CardRow[]; total: number }> {
  const { rows } = await pool.query<{ [Column in keyof CardRow]: CardRow[Column] | null } & { total: number }>({
    name: `cards-of-${found.name}`,
    text: `select found.total, ${COLUMNS}
           from (${found.text}) found left join (
             unnest(found.ids) with ordinality wanted (id, position)
             join contents i on i.id = wanted.id and ${LISTED} join channels c on c.id = i.channel_id) on true
           order by wanted.position`,
    values: found.values,
  });
  return {
    rows: rows.filter((row): row is CardRow & { total: number } => row.id !== null),
    total: rows[0]?.total ?? 0,
  };
}

/**
 * Public and ready, newest first, and listed unless the filter asks for hidden ones. Only the page's own rows are
 * joined, however deep it is.
 */
export async function selectPublicCards(
  pool: Pool,
  filter: ListFilter,
  page: { limit: number; offset: number },
): Promise<CardRow[]> {
  const where = toWhere(filter);
  const next = where.values.length + 1;
  const { rows } = await pool.query<CardRow>({
    name: `cards-of-${where.name}`,
    text: cardsOf(
      `array(
      select i.id from contents i where ${where.text} order by i.published_at desc, i.id desc ${sliceSql(next, next + 1)})`,
      where.shown,
    ),
    values: [...where.values, page.limit, page.offset],
  });
  return rows;
}

/** How many `selectPublicCards` would find, counted up to `cap` and no further. */
export async function countPublicContents(pool: Pool, filter: ListFilter, cap: number): Promise<number> {
  const where = toWhere(filter);
  const { rows } = await pool.query<{ total: number }>({
    name: `count-of-${where.name}`,
    text: `select count(*) as total from (
             select from contents i where ${where.text} limit ${unseen(where.values.length + 1, "bigint")}) counted`,
    values: [...where.values, cap],
  });
  return rows[0]?.total ?? 0;
}

/** One statement for each way to ask, so that each keeps a plan of its own. */
function toWhere(filter: ListFilter): { name: string; text: string; shown: string; values: (string | number)[] } {
  const values: (string | number)[] = [filter.type];
  const shown = filter.hidden === "not" ? LISTED : HIDDEN_WITH_CHANNEL;
  const parts = [shown, `i.type = ${unseen(1, "text")}`];
  const names = [filter.hidden === "not" ? "all" : "hidden"];
  if (filter.channelId !== undefined) {
    parts.push(`i.channel_id = ${unseen(values.push(filter.channelId), "uuid")}`);
    names.push("channel");
  }
  if (filter.categoryId !== undefined) {
    parts.push(`i.category_id = ${unseen(values.push(filter.categoryId), "int")}`);
    names.push("category");
  }
  return { name: names.join("-"), text: parts.join(" and "), shown, values };
}

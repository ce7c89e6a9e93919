import { COMMENTS_BY_NUMBER, type CommentOrder } from "@app/contract/comment-limits";
import { type RawBuilder, sql as raw } from "kysely";
import { runPrepared } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { type CommentRow, type CommentsOf, commentRows, isReadableBy, isVisibleTo } from "./comments.sql.ts";

/*
 * The queries of every open item page. They are few, and prepared: with a million comments, planning a list takes longer
 * than reading it.
 */

type Reading = Pick<Deps, "sql" | "pool">;

/** Where a page of the list lies: at its top, or before, after or around a comment. `limit` is of each side. */
export type Place = { limit: number } & (
  | { kind: "top"; offset: number }
  | { kind: "before" | "after" | "around"; id: string }
);

export type ListRow = {
  slow_mode_s: number;
  /** Comments that the viewer sees: with their own held and hidden ones, without those that are left out for them. */
  total: number;
  /**
   * Those at the top of a thread, with the pinned one. Deleted ones with replies and the viewer's own that others do not
   * see are counted only if there are fewer than pages by number reach.
   */
  top_level: number;
  /** Null also if it is left out for the viewer. */
  pinned_id: string | null;
  /** The comment that the place names, or the one it replies to. Null: this list does not show it. */
  root_id: string | null;
  is_root_pinned: boolean | null;
  /** Top-level comments but the pinned one, the nearest first, and one more than the limit if there is one. */
  above: string[];
  below: string[];
};

/** @returns null: there is no such item */
export async function selectList(
  { sql, pool }: Reading,
  of: CommentsOf,
  order: CommentOrder,
  place: Place,
): Promise<ListRow | null> {
  const none = raw`'{}'::uuid[]`;
  const query = raw<ListRow>`
    with place as (${rootOf(of, place)})
    select coalesce(o.slow_mode_s, s.slow_mode_s, 0) as slow_mode_s,
      greatest(0, coalesce(t.total, 0) - left_out.total) + (${countOwnUnseen(of)}) as total,
      greatest(0, coalesce(t.top_level, 0) - left_out.top_level) + case when t.top_level > ${COMMENTS_BY_NUMBER} then 0 else (
        select count(*)::integer from comments c
        where c.content_id = i.id and c.parent_id is null and c.status <> 'visible' and not c.is_counted
          and ${isVisibleTo(of.viewerId)}
      ) end as top_level,
      (select c.id from comments c where c.content_id = i.id and c.is_pinned and ${isVisibleTo(of.viewerId)}) as pinned_id,
      (select id from place) as root_id, (select is_pinned from place) as is_root_pinned,
      ${place.kind === "after" || place.kind === "around" ? idsAbove(of, order, place.limit) : none} as above,
      ${place.kind === "after" ? none : idsBelow(of, order, place)} as below
    from contents i cross join (${countLeftOut(of)}) left_out
    left join comment_item_settings o on o.content_id = i.id
    left join comment_settings s on s.channel_id = i.channel_id
    left join comment_totals t on t.content_id = i.id
    where i.id = ${of.contentId}`;
  const [row] = await runPrepared(pool, `comment-list-${place.kind}-${order}`, query.compile(sql));
  return row ?? null;
}

/** Counted comments of people whom the viewer blocked or who blocked the viewer, and the replies below them. */
function countLeftOut({ contentId, viewerId }: CommentsOf) {
  const ofBlocked = raw`(select distinct other_id from block_pairs where account_id = ${viewerId}) b
    join comments c on c.content_id = ${contentId} and c.author_id = b.other_id`;
  return raw`
    select count(*)::integer as total, (count(*) filter (where parent_id is null))::integer as top_level from (
      select c.id, c.parent_id from ${ofBlocked} where c.is_counted
      union select r.id, r.parent_id from ${ofBlocked} join comments r on r.parent_id = c.id where r.is_counted) counted`;
}

/** The viewer's own comments that nobody else sees. People who are hidden from a channel must not notice it. */
function countOwnUnseen({ contentId, viewerId }: CommentsOf) {
  return raw`
    select count(*)::integer from comments c left join comments p on p.id = c.parent_id
    where c.content_id = ${contentId} and c.author_id = ${viewerId} and c.status in ('held', 'hidden') and not c.is_counted
      and (c.parent_id is null or ${isVisibleTo(viewerId, "p")})`;
}

/** A cursor stays valid when its comment is deleted; a comment to look at has to be shown. */
function rootOf({ contentId, viewerId }: CommentsOf, place: Place) {
  if (place.kind === "top") return raw`select null::uuid as id, 0 as top_score, false as is_pinned where false`;
  if (place.kind !== "around")
    return raw`select id, top_score, is_pinned from comments
      where id = ${place.id} and content_id = ${contentId} and parent_id is null`;
  return raw`select r.id, r.top_score, r.is_pinned
    from comments c join comments r on r.id = coalesce(c.parent_id, c.id)
    where c.id = ${place.id} and c.content_id = ${contentId} and ${isReadableBy(viewerId)}
      and ${isVisibleTo(viewerId)} and ${isVisibleTo(viewerId, "r")}`;
}

function idsAbove(of: CommentsOf, order: CommentOrder, limit: number) {
  return topLevelIds(
    of,
    order === "top"
      ? raw`and (c.top_score, c.id) > (select top_score, id from place) order by c.top_score, c.id limit ${limit + 1}`
      : raw`and c.id > (select id from place) order by c.id limit ${limit + 1}`,
  );
}

function idsBelow(of: CommentsOf, order: CommentOrder, place: Place) {
  const keys = order === "top" ? raw`c.top_score desc, c.id desc` : raw`c.id desc`;
  const end = raw`order by ${keys} limit ${place.limit + 1}`;
  if (place.kind === "top") return topLevelIds(of, raw`${end} offset ${place.offset}`);
  const isBelow =
    order === "top" ? raw`(c.top_score, c.id) < (select top_score, id from place)` : raw`c.id < (select id from place)`;
  return topLevelIds(of, raw`and ${isBelow} ${end}`);
}

function topLevelIds({ contentId, viewerId }: CommentsOf, which: RawBuilder<unknown>) {
  return raw`array(
    select c.id from comments c
    where c.content_id = ${contentId} and c.parent_id is null and not c.is_pinned and ${isVisibleTo(viewerId)} ${which})`;
}

/** These comments, and the first `limit` replies to each, in no particular order: those that the viewer sees. */
export function selectThreads(
  { sql, pool }: Reading,
  viewerId: string,
  ids: readonly string[],
  limit: number,
): Promise<CommentRow[]> {
  const shown = raw`
    select unnest(${[...ids]}::uuid[]) as id
    union all
    select reply.id from unnest(${[...ids]}::uuid[]) as parent (id) cross join lateral (
      select c.id from comments c where c.parent_id = parent.id and ${isVisibleTo(viewerId)} order by c.id limit ${limit}
    ) reply`;
  return runPrepared(pool, "comment-threads", commentRows(viewerId, shown).compile(sql));
}

/** Replies from one on, oldest first; or those before it, newest first. */
export async function selectReplies(
  { sql, pool }: Reading,
  viewerId: string,
  parentId: string,
  { from, isBefore, limit }: { from: string | null; isBefore: boolean; limit: number },
): Promise<CommentRow[]> {
  const side = raw.raw(isBefore ? "<" : ">");
  const direction = raw.raw(isBefore ? "desc" : "asc");
  const shown = raw`
    select c.id from comments c where c.parent_id = ${parentId} and ${isVisibleTo(viewerId)}
      ${from === null ? raw`` : raw`and c.id ${side} ${from}::uuid`}
    order by c.id ${direction} limit ${limit}`;
  const name = `comment-replies-${isBefore ? "before" : "after"}-${from === null ? "none" : "one"}`;
  const rows = await runPrepared(pool, name, commentRows(viewerId, shown).compile(sql));
  return rows.sort((one, other) => (one.id < other.id === isBefore ? 1 : -1));
}

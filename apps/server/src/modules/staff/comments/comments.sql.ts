import { type RawBuilder, sql as raw } from "kysely";
import { isRemovedByAnother } from "#modules/staff/reports/queue.sql.ts";
import type { Sql } from "#platform/db/database.ts";
import type { PageRange, Position } from "#platform/pagination.ts";

/**
 * `held`: all comments that wait for approval; `found`: those with all of the words that belong to every one of the ids.
 */
export type CommentMatch =
  | { kind: "held" }
  | { kind: "found"; words: string; ids: readonly string[]; authors: readonly string[] }
  | { kind: "none" };

export type StaffCommentRow = {
  id: string;
  body: string;
  status: string;
  held_for: string | null;
  created_at: Date;
  author_id: string | null;
  username: string | null;
  content_id: string;
  type: string;
  title: string;
  is_item_deleted: boolean;
  channel_id: string;
  channel_name: string;
  is_forced: boolean;
  is_deleted_by_staff: boolean;
  /** Of the last time that staff hid or deleted it. */
  reason: string | null;
  /** It belongs to the caller, and somebody else on the staff removed it. */
  is_own_removed_by_another: boolean;
  position: Position;
};

/** Newest first, which is the order of the ids. */
export async function selectStaffComments(
  sql: Sql,
  staffId: string,
  match: CommentMatch,
  range: PageRange,
): Promise<StaffCommentRow[]> {
  const { rows } = await raw<StaffCommentRow>`
    select m.id, m.body, m.status, m.held_for, m.created_at, m.author_id, a.username, i.id as content_id, i.type,
      i.title, i.deleted_at is not null as is_item_deleted, c.id as channel_id, c.name as channel_name,
      coalesce(s.is_forced, false) as is_forced,
      m.is_deleted_by_staff,
      (select l.reason from audit_log l where l.subject_id = m.id::text
         and l.action in ('comment.hidden', 'comment.deleted', 'report.removed') order by l.id desc limit 1) as reason,
      ${isRemovedByAnother("comment", "m.id", staffId)} as is_own_removed_by_another,
      array[m.id::text, m.id::text] as position
    from comments m join contents i on i.id = m.content_id join channels c on c.id = m.channel_id
      left join accounts a on a.id = m.author_id left join comment_settings s on s.channel_id = c.id
    where ${isMatch(match)} and ${range.after ? raw`m.id < ${range.after[1]}::uuid` : raw`true`}
    order by m.id desc limit ${range.limit} offset ${range.offset}`.execute(sql);
  return rows;
}

/** Counts at most `most`. */
export async function countStaffComments(sql: Sql, match: CommentMatch, most: number): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*) as total from (
      select from comments m join contents i on i.id = m.content_id where ${isMatch(match)} limit ${most}) counted`.execute(
    sql,
  );
  return rows[0]?.total ?? 0;
}

/** Of a comment `m` on an item `i`: not what staff hid, and not on a deleted item. */
export const WAITS_FOR_APPROVAL = raw<boolean>`m.status = 'held' and m.held_for <> 'staff' and i.deleted_at is null`;

function isMatch(match: CommentMatch): RawBuilder<boolean> {
  if (match.kind === "none") return raw<boolean>`false`;
  if (match.kind === "held") return WAITS_FOR_APPROVAL;
  const parts = [raw`m.body <> ''`];
  for (const id of match.ids)
    parts.push(raw`(m.author_id = ${id}::uuid or m.content_id = ${id}::uuid or m.channel_id = ${id}::uuid)`);
  for (const id of match.authors) parts.push(raw`m.author_id = ${id}::uuid`);
  // The expression of the index `comments_words`.
  if (match.words !== "") parts.push(raw`to_tsvector('simple', m.body) @@ ${toQuery(match.words)}`);
  return raw<boolean>`${raw.join(parts, raw` and `)}`;
}

/** Shorter beginnings would read most of the index. */
const BEGINNING_MIN_CHARS = 3;

/** As in a search engine, where each word stands for all that begin with it, but for those left out by a minus. */
function toQuery(words: string): RawBuilder<unknown> {
  // The query as text is `'beginning' & !'left out'`: not what is between two quoted words.
  const wanted = `(?<!!)'([^' )][^']{${BEGINNING_MIN_CHARS - 1},})'`;
  return raw`regexp_replace(websearch_to_tsquery('simple', ${words})::text, ${wanted}, ${"'\\1':*"}, 'g')::tsquery`;
}

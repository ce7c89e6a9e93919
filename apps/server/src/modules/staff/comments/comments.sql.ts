import { type RawBuilder, sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { PageRange, Position } from "#platform/pagination.ts";

/** `held`: all that wait; `of`: everything of a person, item or channel with this id. */
export type CommentMatch = { kind: "held" } | { kind: "of"; id: string } | { kind: "none" };

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
  channel_id: string;
  channel_name: string;
  is_forced: boolean;
  position: Position;
};

/** Newest first, which is the order of the ids. */
export async function selectStaffComments(sql: Sql, match: CommentMatch, range: PageRange): Promise<StaffCommentRow[]> {
  const { rows } = await raw<StaffCommentRow>`
    select m.id, m.body, m.status, m.held_for, m.created_at, m.author_id, a.username, i.id as content_id, i.type,
      i.title, c.id as channel_id, c.name as channel_name, coalesce(s.is_forced, false) as is_forced,
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
    select count(*) as total from (select from comments m where ${isMatch(match)} limit ${most}) counted`.execute(sql);
  return rows[0]?.total ?? 0;
}

function isMatch(match: CommentMatch): RawBuilder<boolean> {
  if (match.kind === "none") return raw<boolean>`false`;
  if (match.kind === "held") return raw<boolean>`m.status = 'held'`;
  return raw<boolean>`m.status <> 'deleted'
    and (m.author_id = ${match.id}::uuid or m.content_id = ${match.id}::uuid or m.channel_id = ${match.id}::uuid)`;
}

import { hasPermission, MEMBER_ROLES } from "@app/contract/channel-roles";
import { type RawBuilder, sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type CommentRow = {
  id: string;
  content_id: string;
  channel_id: string;
  parent_id: string | null;
  author_id: string | null;
  body: string;
  status: "visible" | "held" | "hidden" | "deleted";
  total_likes: number;
  total_replies: number;
  top_score: number;
  is_hearted: boolean;
  is_pinned: boolean;
  created_at: Date;
  edited_at: Date | null;
  liked: boolean;
  /** Null: the account is gone, or about to be. */
  author_username: string | null;
  author_name: string | null;
  author_channel_id: string | null;
  author_profile_key: string | null;
  /** The author decides about comments on the channel as a member of its team, or is staff. */
  author_moderates: boolean;
  mentions: { username: string; channel_id: string }[];
};

export const MODERATING_ROLES = MEMBER_ROLES.filter((role) => hasPermission(role, "moderate"));

/** `author_moderates` of a comment `c` by the account `a`. */
const AUTHOR_MODERATES = raw<boolean>`(a.staff_role is not null or exists (
  select from team_members
  where channel_id = c.channel_id and account_id = c.author_id and role = any(${MODERATING_ROLES}::text[])))`;

/** Whose view of which item's comments. */
export type CommentsOf = { contentId: string; viewerId: string };

/**
 * A deleted comment keeps its place while it has replies. So does one that is held, or whose author was hidden; its author
 * sees it as it is. Comments between people who blocked each other are left out, with the replies below them.
 */
export function isVisibleTo(viewerId: string, comment = "c") {
  const c = raw.raw(comment);
  return raw`(${isLeftOut(viewerId, c)} is not true
    and (${c}.status = 'visible' or ${c}.total_replies > 0
      or (${c}.author_id = ${viewerId} and ${c}.status in ('held', 'hidden'))))`;
}

/** The viewer sees a comment `c` itself, not only its place above its replies. */
export function isReadableBy(viewerId: string) {
  return raw`(c.status = 'visible' or (c.author_id = ${viewerId} and c.status in ('held', 'hidden')))`;
}

/** Null for a comment without an author. */
function isLeftOut(viewerId: string, c: RawBuilder<unknown>) {
  return raw`${c}.author_id in (select other_id from block_pairs where account_id = ${viewerId})`;
}

/** @returns those of these comments that the viewer sees, by id */
export function selectComments(sql: Sql, viewerId: string, ids: readonly string[]): Promise<Map<string, CommentRow>> {
  return selectRows(sql, viewerId, ids, "shown");
}

/** Comments that wait for approval, for the owner of their channel. */
export function selectHeldComments(
  sql: Sql,
  ownerId: string,
  ids: readonly string[],
): Promise<Map<string, CommentRow>> {
  return selectRows(sql, ownerId, ids, "held");
}

async function selectRows(
  sql: Sql,
  viewerId: string,
  ids: readonly string[],
  which: "shown" | "held",
): Promise<Map<string, CommentRow>> {
  if (ids.length === 0) return new Map();
  const shown = raw`select unnest(${[...ids]}::uuid[]) as id`;
  const { rows } = await commentRows(viewerId, shown, which).execute(sql);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Comments as the viewer sees them: of what others wrote and is held or hidden, only the place, as if it were deleted.
 * @param shown SQL of their ids, each once
 * @param which those that the viewer sees; or the held ones, as the queue shows them
 */
export function commentRows(viewerId: string, shown: RawBuilder<unknown>, which: "shown" | "held" = "shown") {
  const condition = which === "held" ? raw`c.status = 'held'` : isVisibleTo(viewerId);
  const isReadable = which === "held" ? condition : isReadableBy(viewerId);
  return raw<CommentRow>`
    select c.id, c.content_id, c.channel_id, c.parent_id, c.author_id, c.total_replies, c.top_score,
      case when ${isReadable} then c.status else 'deleted' end as status,
      case when ${isReadable} then c.body else '' end as body,
      c.is_hearted, c.is_pinned, c.created_at, c.edited_at,
      c.total_likes + (
        select count(*) filter (where is_liked) - count(*) filter (where not is_liked)
        from comment_likes where comment_id = c.id and is_liked <> is_counted)::integer as total_likes,
      exists (select from comment_likes where account_id = ${viewerId} and comment_id = c.id and is_liked) as liked,
      a.username as author_username, h.name as author_name, h.profile_key as author_profile_key,
      case when h.hidden_at is null then h.id end as author_channel_id,
      ${AUTHOR_MODERATES} as author_moderates,
      (select coalesce(json_agg(json_build_object('username', m.username, 'channel_id', mh.id)), '[]')
       from comment_mentions m join channels mh on mh.owner_id = m.account_id
       where m.comment_id = c.id and mh.hidden_at is null) as mentions
    from (${shown}) shown join comments c on c.id = shown.id
    left join accounts a on a.id = c.author_id and a.deletion_due_at is null
    left join channels h on h.owner_id = a.id
    where ${condition}`;
}

/** Whether or not anybody sees it. */
export async function selectComment(
  sql: Sql,
  id: string,
): Promise<Pick<
  CommentRow,
  "id" | "content_id" | "channel_id" | "parent_id" | "author_id" | "author_moderates" | "status" | "body" | "top_score"
> | null> {
  const { rows } = await raw<CommentRow>`
    select c.id, c.content_id, c.channel_id, c.parent_id, c.author_id, c.status, c.body, c.top_score,
      ${AUTHOR_MODERATES} as author_moderates
    from comments c left join accounts a on a.id = c.author_id where c.id = ${id}`.execute(sql);
  return rows[0] ?? null;
}

/** How many of the latest comments are searched for people to mention. */
const LATEST = 300;

/** People whose names begin with `search`: authors of the latest comments first, then those the viewer follows. */
export async function selectPeople(
  sql: Sql,
  { contentId, viewerId }: CommentsOf,
  search: string,
  limit: number,
): Promise<{ username: string; name: string; profile_key: string | null }[]> {
  const { rows } = await raw<{ username: string; name: string; profile_key: string | null }>`
    with known as (
      select author_id as account_id, 0 as rank, max(id::text) as latest from (
        select author_id, id from comments
        where content_id = ${contentId} and status = 'visible' and author_id is not null order by id desc limit ${LATEST}
      ) latest group by author_id
      union all
      select h.owner_id, 1, f.created_at::text from follows f join channels h on h.id = f.channel_id
      where f.follower_id = ${viewerId}
    )
    select a.username, h.name, h.profile_key from known k
    join accounts a on a.id = k.account_id and a.deletion_due_at is null and a.id <> ${viewerId}
    join channels h on h.owner_id = a.id and h.hidden_at is null
    where a.id not in (select other_id from block_pairs where account_id = ${viewerId})
      and (starts_with(lower(a.username), lower(${search})) or starts_with(search_key(h.name), search_key(${search})))
    group by a.username, h.name, h.profile_key order by min(k.rank), max(k.latest) desc limit ${limit}`.execute(sql);
  return rows;
}

export type OwnComment = {
  id: string;
  body: string;
  status: string;
  created_at: Date;
  content_id: string;
  type: string;
  title: string;
};

/** Newest first, with the item even where the author may no longer see it. */
export async function selectOwnComments(
  sql: Sql,
  authorId: string,
  before: string | null,
  limit: number,
): Promise<OwnComment[]> {
  const { rows } = await raw<OwnComment>`
    select c.id, c.body, c.status, c.created_at, c.content_id, i.type, i.title
    from comments c join contents i on i.id = c.content_id
    where c.author_id = ${authorId} and c.status <> 'deleted'
      ${before === null ? raw`` : raw`and c.id < ${before}::uuid`}
    order by c.id desc limit ${limit}`.execute(sql);
  return rows;
}

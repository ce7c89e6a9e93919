import { sql as raw } from "kysely";
import type { Sql, Tx } from "#platform/db/database.ts";
import type { CommentRow } from "./comments.sql.ts";

/** As shown beside a comment; null while the account is about to be deleted. */
export type Author = Pick<CommentRow, "author_username" | "author_name" | "author_channel_id" | "author_profile_key">;

/**
 * Serializes an author's comments, because two concurrent ones could exceed the limits together.
 * @returns by account
 */
export async function lockAuthors(tx: Tx, authorIds: readonly string[]): Promise<Map<string, Author>> {
  const { rows } = await raw<Author & { id: string }>`
    select a.id, h.name as author_name, h.profile_key as author_profile_key,
      case when a.deletion_due_at is null then a.username end as author_username,
      case when h.hidden_at is null then h.id end as author_channel_id
    from accounts a left join channels h on h.owner_id = a.id
    where a.id = any(${[...authorIds]}::uuid[]) order by a.id for no key update of a`.execute(tx);
  return new Map(rows.map(({ id, ...author }) => [id, author]));
}

export type AuthorFacts = {
  /** In the last minute, counted up to `latest`. */
  recent: number;
  recent_on_item: number;
  /** Null also after `REPEAT_WITHIN_H`: slow mode is shorter. */
  last_on_item: Date | null;
  is_repeat: boolean;
  /** No comment of theirs on this channel was ever visible. */
  is_first: boolean;
  is_hidden: boolean;
};

/** Who writes what, and where. */
export type Circumstance = { authorId: string; contentId: string; channelId: string; body: string };

/**
 * An author's latest comments are read up to a number, because the planner, which does not know how many comments were
 * written since it last looked, would read all of the last minute.
 * @param since ids of a minute ago, and of the time within which a text may not be repeated; how many of an author's latest
 * to read. @returns in their order
 */
export async function selectAuthorFacts(
  sql: Sql,
  circumstances: readonly Circumstance[],
  since: { minute: string; repeat: string; latest: number },
): Promise<AuthorFacts[]> {
  const column = (name: keyof Circumstance) => circumstances.map((one) => one[name]);
  const { rows } = await raw<AuthorFacts>`
    select of_author.*, on_item.*,
      not exists (select from comments
        where channel_id = w.channel_id and author_id = w.author_id and status = 'visible') as is_first,
      exists (select from comment_hidden_people
        where channel_id = w.channel_id and account_id = w.author_id) as is_hidden
    from unnest(${column("authorId")}::uuid[], ${column("contentId")}::uuid[], ${column("channelId")}::uuid[],
      ${column("body")}::text[]) with ordinality as w (author_id, content_id, channel_id, body, n)
    cross join lateral (
      select count(*)::integer as recent
      from (select id from comments where author_id = w.author_id order by id desc limit ${since.latest}) latest
      where id > ${since.minute}::uuid
    ) of_author
    cross join lateral (
      select (count(*) filter (where id > ${since.minute}::uuid))::integer as recent_on_item,
        max(created_at) as last_on_item, coalesce(bool_or(status <> 'deleted' and body = w.body), false) as is_repeat
      from comments where content_id = w.content_id and author_id = w.author_id and id > ${since.repeat}::uuid
    ) on_item
    order by w.n`.execute(sql);
  return rows;
}

export type Mention = { commentId: string; username: string; key: string };

/** `channel_id` is null while the channel is hidden. */
export type Mentioned = { comment_id: string; account_id: string; username: string; channel_id: string | null };

/**
 * Unknown names are left out, and people whom the author blocked or who blocked them.
 * @returns those whom a comment did not mention before
 */
export async function insertMentions(tx: Tx, mentions: readonly Mention[]): Promise<Mentioned[]> {
  if (mentions.length === 0) return [];
  const column = (name: keyof Mention) => mentions.map((one) => one[name]);
  // By the key, which has the index; names that only look alike are other people's.
  const { rows } = await raw<Mentioned>`
    with added as (
      insert into comment_mentions (comment_id, account_id, username)
      select distinct on (named.comment_id, a.id) named.comment_id, a.id, named.username
      from unnest(${column("commentId")}::uuid[], ${column("username")}::text[], ${column("key")}::text[])
        as named (comment_id, username, key)
      join accounts a on a.username_key = named.key and lower(a.username) = lower(named.username)
        and a.deletion_due_at is null
      where not exists (
        select from comments c join block_pairs b on b.account_id = c.author_id
        where c.id = named.comment_id and b.other_id = a.id)
      on conflict do nothing
      returning comment_id, account_id, username
    )
    select added.*, case when h.hidden_at is null then h.id end as channel_id
    from added join channels h on h.owner_id = added.account_id`.execute(tx);
  return rows;
}

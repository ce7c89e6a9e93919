import { sql as raw } from "kysely";
import type { Sql, Tx } from "#platform/db/database.ts";

/** One person adds one comment at a time, or two at once would pass the limits together. */
export async function lockAuthors(tx: Tx, authorIds: readonly string[]): Promise<void> {
  await raw`select from accounts where id = any(${[...authorIds]}::uuid[]) order by id for no key update`.execute(tx);
}

export type AuthorFacts = {
  /** In the last minute. */
  recent: number;
  recent_on_item: number;
  last_on_item: Date | null;
  is_repeat: boolean;
  /** No comment of theirs on this channel was ever visible. */
  is_first: boolean;
  is_hidden: boolean;
};

/** Who writes what, and where. */
export type Circumstance = { authorId: string; contentId: string; channelId: string; body: string };

/** @param since ids of a minute ago, and of the time within which a text may not be repeated. @returns in their order */
export async function selectAuthorFacts(
  sql: Sql,
  circumstances: readonly Circumstance[],
  since: { minute: string; repeat: string },
): Promise<AuthorFacts[]> {
  const column = (name: keyof Circumstance) => circumstances.map((one) => one[name]);
  const { rows } = await raw<AuthorFacts>`
    select
      (select count(*) from comments where author_id = w.author_id and id > ${since.minute}::uuid)::integer as recent,
      (select count(*) from comments
       where content_id = w.content_id and author_id = w.author_id and id > ${since.minute}::uuid)::integer
        as recent_on_item,
      (select created_at from comments where content_id = w.content_id and author_id = w.author_id
       order by id desc limit 1) as last_on_item,
      exists (select from comments where content_id = w.content_id and author_id = w.author_id
        and id > ${since.repeat}::uuid and status <> 'deleted' and body = w.body) as is_repeat,
      not exists (select from comments
        where channel_id = w.channel_id and author_id = w.author_id and status = 'visible') as is_first,
      exists (select from comment_hidden_people
        where channel_id = w.channel_id and account_id = w.author_id) as is_hidden
    from unnest(${column("authorId")}::uuid[], ${column("contentId")}::uuid[], ${column("channelId")}::uuid[],
      ${column("body")}::text[]) with ordinality as w (author_id, content_id, channel_id, body, n)
    order by w.n`.execute(sql);
  return rows;
}

export type Mention = { commentId: string; username: string; key: string };

/**
 * Unknown names are left out, and people whom the author blocked or who blocked them.
 * @returns the accounts that a comment did not mention before
 */
export async function insertMentions(tx: Tx, mentions: readonly Mention[]): Promise<string[]> {
  if (mentions.length === 0) return [];
  const column = (name: keyof Mention) => mentions.map((one) => one[name]);
  // By the key, which has the index; names that only look alike are other people's.
  const { rows } = await raw<{ account_id: string }>`
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
    returning account_id`.execute(tx);
  return rows.map((row) => row.account_id);
}

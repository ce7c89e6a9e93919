import { sql as raw } from "kysely";
import { runPrepared, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { isMinorSql } from "#platform/minors.sql.ts";
import { MODERATING_ROLES } from "./comments.sql.ts";

/** The comment settings that apply to one item: the channel's, the item's, and the staff's. */
export type ItemRules = {
  holds_links: boolean;
  holds_first: boolean;
  holds_everything: boolean;
  slow_mode_s: number;
  words: string[];
};

/** Until they choose, links and first comments are held for owners below 18. */
const IS_YOUNG = raw.raw(isMinorSql("a"));

type RulesRow = ItemRules & { id: string };

function rulesOf(contentIds: readonly string[]) {
  return raw<RulesRow>`
    select i.id, coalesce(s.holds_links, ${IS_YOUNG}) or coalesce(o.holds_links, false) as holds_links,
      coalesce(s.holds_first, ${IS_YOUNG}) or coalesce(o.holds_first, false) as holds_first,
      coalesce(s.holds_everything, false) or coalesce(s.is_forced, false) or coalesce(o.holds_everything, false)
        as holds_everything,
      coalesce(o.slow_mode_s, s.slow_mode_s, 0) as slow_mode_s,
      coalesce(s.words, '{}') || coalesce(o.words, '{}') || array(select word from comment_words) as words
    from contents i join channels h on h.id = i.channel_id join accounts a on a.id = h.owner_id
    left join comment_settings s on s.channel_id = h.id
    left join comment_item_settings o on o.content_id = i.id
    where i.id = any(${[...contentIds]}::uuid[])`;
}

/** The rules of an item that was just purged. */
export const STRICTEST: ItemRules = {
  holds_links: true,
  holds_first: true,
  holds_everything: true,
  slow_mode_s: 0,
  words: [],
};

export async function selectRules(sql: Sql, contentId: string): Promise<ItemRules> {
  return (await rulesOf([contentId]).execute(sql)).rows[0] ?? STRICTEST;
}

/** Prepared, because many comments are written at once. @returns by item */
export async function loadRules(
  { sql, pool }: Pick<Deps, "sql" | "pool">,
  contentIds: readonly string[],
): Promise<Map<string, ItemRules>> {
  const rows = await runPrepared(pool, "load-comment-rules", rulesOf(contentIds).compile(sql));
  return new Map(rows.map((row) => [row.id, row]));
}

export type SettingsRow = ItemRules & { opens_comments: boolean; is_forced: boolean };

/** The channel's own settings, without the words of the staff. */
export async function selectSettings(sql: Sql, channelId: string): Promise<SettingsRow> {
  const { rows } = await raw<SettingsRow>`
    select coalesce(s.opens_comments, true) as opens_comments,
      coalesce(s.holds_links, ${IS_YOUNG}) as holds_links, coalesce(s.holds_first, ${IS_YOUNG}) as holds_first,
      coalesce(s.holds_everything, false) as holds_everything, coalesce(s.slow_mode_s, 0) as slow_mode_s,
      coalesce(s.words, '{}') as words, coalesce(s.is_forced, false) as is_forced
    from channels h join accounts a on a.id = h.owner_id left join comment_settings s on s.channel_id = h.id
    where h.id = ${channelId}`.execute(sql);
  const [row] = rows;
  if (row === undefined) throw new Error("A member has no channel.");
  return row;
}

export type ChosenSettings = { [Name in Exclude<keyof SettingsRow, "is_forced">]?: SettingsRow[Name] | undefined };

/** @param chosen at least one setting. What the owner never chose stays null, so that it goes by their age. */
export async function upsertSettings(sql: Sql, channelId: string, chosen: ChosenSettings): Promise<void> {
  await sql
    .insertInto("comment_settings")
    .values({ channel_id: channelId, ...chosen })
    .onConflict((conflict) => conflict.column("channel_id").doUpdateSet(chosen))
    .execute();
}

export async function upsertForced(sql: Sql, channelId: string, isForced: boolean): Promise<void> {
  await sql
    .insertInto("comment_settings")
    .values({ channel_id: channelId, is_forced: isForced })
    .onConflict((conflict) => conflict.column("channel_id").doUpdateSet({ is_forced: isForced }))
    .execute();
}

export type ItemSettings = Omit<ItemRules, "slow_mode_s"> & { slow_mode_s: number | null };

const AS_CHANNEL: ItemSettings = {
  holds_links: false,
  holds_first: false,
  holds_everything: false,
  slow_mode_s: null,
  words: [],
};

export async function selectItemSettings(sql: Sql, contentId: string): Promise<ItemSettings> {
  const row = await sql
    .selectFrom("comment_item_settings")
    .select(["holds_links", "holds_first", "holds_everything", "slow_mode_s", "words"])
    .where("content_id", "=", contentId)
    .executeTakeFirst();
  return row ?? AS_CHANNEL;
}

/** @param chosen at least one setting */
export async function upsertItemSettings(
  sql: Sql,
  contentId: string,
  chosen: { [Name in keyof ItemSettings]?: ItemSettings[Name] | undefined },
): Promise<void> {
  await sql
    .insertInto("comment_item_settings")
    .values({ content_id: contentId, ...AS_CHANNEL, ...chosen })
    .onConflict((conflict) => conflict.column("content_id").doUpdateSet(chosen))
    .execute();
}

export async function selectStaffWords(sql: Sql): Promise<string[]> {
  const rows = await sql.selectFrom("comment_words").select("word").orderBy("word").execute();
  return rows.map(({ word }) => word);
}

/** Locks the table against concurrent changes; readers see the old words until the transaction ends. */
export async function lockStaffWords(tx: Sql): Promise<string[]> {
  await raw`lock table comment_words in share row exclusive mode`.execute(tx);
  return selectStaffWords(tx);
}

export async function replaceStaffWords(tx: Sql, words: readonly string[]): Promise<void> {
  await tx.deleteFrom("comment_words").execute();
  if (words.length > 0)
    await tx
      .insertInto("comment_words")
      .values(words.map((word) => ({ word })))
      .execute();
}

export type HeldRow = {
  id: string;
  content_id: string;
  type: string;
  title: string;
  held_for: string;
};

/** The owner does not see comments `c` of people whom they blocked, or who blocked them. */
const IS_NOT_BLOCKED = raw`(c.author_id in (
  select b.other_id from block_pairs b where b.account_id = (select owner_id from channels where id = c.channel_id)
)) is not true`;

/** Held for the channel to decide about; not what staff hid. */
const IS_OWNERS = raw`c.status = 'held' and c.held_for <> 'staff'`;

/** Comments that wait for the owner's decision, oldest first. */
export async function selectHeld(sql: Sql, channelId: string, after: string | null, limit: number): Promise<HeldRow[]> {
  const { rows } = await raw<HeldRow>`
    select c.id, c.content_id, i.type, i.title, c.held_for
    from comments c join contents i on i.id = c.content_id
    where c.channel_id = ${channelId} and ${IS_OWNERS} and i.deleted_at is null and ${IS_NOT_BLOCKED}
      ${after === null ? raw`` : raw`and c.id > ${after}::uuid`}
    order by c.id limit ${limit}`.execute(sql);
  return rows;
}

/** Counts at most `most`. */
export async function countHeld(sql: Sql, channelId: string, most: number): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*)::integer as total from (
      select from comments c join contents i on i.id = c.content_id
      where c.channel_id = ${channelId} and ${IS_OWNERS} and i.deleted_at is null and ${IS_NOT_BLOCKED} limit ${most}) counted`.execute(
    sql,
  );
  return rows[0]?.total ?? 0;
}

/** @returns the accounts that decide about held comments of any of these channels */
export async function selectModerators(sql: Sql, channelIds: readonly string[]): Promise<string[]> {
  const { rows } = await raw<{ account_id: string }>`
    select owner_id as account_id from channels where id = any(${[...channelIds]}::uuid[])
    union
    select account_id from team_members
    where channel_id = any(${[...channelIds]}::uuid[]) and role = any(${MODERATING_ROLES}::text[])`.execute(sql);
  return rows.map((row) => row.account_id);
}

export type HiddenPerson = { account_id: string; username: string; name: string; hidden_at: Date };

export async function selectHiddenPeople(sql: Sql, channelId: string, limit: number): Promise<HiddenPerson[]> {
  const { rows } = await raw<HiddenPerson>`
    select p.account_id, a.username, h.name, p.hidden_at
    from comment_hidden_people p join accounts a on a.id = p.account_id join channels h on h.owner_id = a.id
    where p.channel_id = ${channelId} order by p.hidden_at desc, p.account_id limit ${limit}`.execute(sql);
  return rows;
}

export async function countHiddenPeople(sql: Sql, channelId: string): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*)::integer as total from comment_hidden_people where channel_id = ${channelId}`.execute(sql);
  return rows[0]?.total ?? 0;
}

/** From now on only the person sees their own comments on the channel, held ones included. */
export async function hidePerson(tx: Sql, channelId: string, accountId: string): Promise<void> {
  await raw`insert into comment_hidden_people (channel_id, account_id) values (${channelId}, ${accountId})
    on conflict do nothing`.execute(tx);
  await raw`
    update comments set status = 'hidden', is_pinned = false
    where channel_id = ${channelId} and author_id = ${accountId} and status in ('visible', 'held')`.execute(tx);
}

/** Shows their comments again; those that were held wait again. @returns whether they were hidden */
export async function showPerson(tx: Sql, channelId: string, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("comment_hidden_people")
    .where("channel_id", "=", channelId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  await raw`
    update comments set status = case when held_for is null then 'visible' else 'held' end
    where channel_id = ${channelId} and author_id = ${accountId} and status = 'hidden'`.execute(tx);
  return numDeletedRows > 0n;
}

import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";

type ChannelVisibilityRow = {
  owner_id: string;
  hidden_at: Date | null;
  hidden_for: string[];
  erased_at: Date | null;
};

type PictureOwner = { hidden_at: Date | null; hidden_for: string[]; profile_key: string | null };

export type ChannelChanges = { name?: string; bio?: string; profileKey?: string; coverKey?: string };

/** `staff`: staff decided about the channel. `ban`: they banned its owner. Each is lifted by itself. */
export type HidingReason = "deactivation" | "deletion" | "staff" | "ban";

/** Inserts the channel of a new account. Its name is the username until the owner changes it. */
export async function insertChannel(sql: Sql, channel: { id: string; ownerId: string }): Promise<void> {
  await raw`
    insert into channels (id, owner_id, name, bio)
    select ${channel.id}, id, username, '' from accounts where id = ${channel.ownerId}`.execute(sql);
}

/**
 * Locks channels until the end of the transaction. Take this lock before writing items or their counts, so that
 * transactions cannot deadlock: `platform/db/database.ts`.
 */
export async function lockChannels(sql: Sql, channelIds: readonly string[]): Promise<void> {
  await raw`
    select from channels where id = any(${channelIds}::uuid[]) order by id for no key update`.execute(sql);
}

/** Locks the channels of these items. */
export async function lockChannelsOf(sql: Sql, contentIds: readonly string[]): Promise<void> {
  await raw`
    select from channels where id in (select channel_id from contents where id = any(${contentIds}::uuid[]))
    order by id for no key update`.execute(sql);
}

/**
 * Recounts a channel's items and views. A transaction that locks the channel before it changes items counts its own
 * changes and all earlier ones.
 */
export async function recountContents(sql: Sql, channelId: string): Promise<void> {
  await raw`
    update channels set (content_count, total_views) = (
      select count(*), coalesce(sum(total_views), 0) from contents
      where channel_id = ${channelId} and is_listed)
    where id = ${channelId}`.execute(sql);
}

export async function recountFollowers(sql: Sql, channelIds: readonly string[]): Promise<void> {
  await lockChannels(sql, channelIds);
  await raw`
    update channels c set subscriber_count = (select count(*) from follows f where f.channel_id = c.id)
    where c.id = any(${channelIds}::uuid[])`.execute(sql);
}

/** Adjusts the follower count by one without a recount. @returns the new count */
export async function adjustFollowerCount(sql: Sql, channelId: string, by: 1 | -1): Promise<number> {
  const { rows } = await raw<{ subscriber_count: number }>`
    update channels set subscriber_count = greatest(0, subscriber_count + ${by}::int)
    where id = ${channelId} returning subscriber_count`.execute(sql);
  return rows[0]?.subscriber_count ?? 0;
}

/** Adds new views of listed items to their channels' totals. */
export async function addChannelViews(sql: Sql, views: ReadonlyMap<string, number>): Promise<void> {
  if (views.size === 0) return;
  await raw`
    update channels c set total_views = c.total_views + n.views
    from (
      select i.channel_id, sum(n.views) as views
      from unnest(${[...views.keys()]}::uuid[], ${[...views.values()]}::int[]) n (content_id, views)
        join contents i on i.id = n.content_id
      where i.is_listed
      group by 1
    ) n
    where c.id = n.channel_id`.execute(sql);
}

/** Corrects every wrong count, locking channels in the usual order. @returns the number of channels corrected */
export async function recountAll(sql: Sql): Promise<number> {
  const { numAffectedRows } = await raw`
    with followed as (
      select channel_id, count(*) as total from follows group by channel_id
    ), published as (
      select channel_id, count(*) as total, sum(total_views) as views from contents
      where is_listed
      group by channel_id
    ), truth as (
      select c.id, coalesce(f.total, 0) as followers, coalesce(p.total, 0) as items,
        coalesce(p.views, 0) as views
      from channels c left join followed f on f.channel_id = c.id left join published p on p.channel_id = c.id
      where (c.subscriber_count, c.content_count, c.total_views)
        is distinct from (coalesce(f.total, 0), coalesce(p.total, 0), coalesce(p.views, 0))
    ), locked as materialized (
      select c.id from channels c where c.id in (select id from truth) order by c.id for no key update
    )
    update channels c set subscriber_count = t.followers, content_count = t.items, total_views = t.views
    from truth t join locked on locked.id = t.id
    where t.id = c.id and (c.subscriber_count, c.content_count, c.total_views) is distinct from (t.followers, t.items, t.views)`.execute(
    sql,
  );
  return Number(numAffectedRows ?? 0n);
}

export async function setChannelPictures(
  sql: Sql,
  channelId: string,
  pictures: { profileKey: string | null; coverKey: string | null },
): Promise<void> {
  await sql
    .updateTable("channels")
    .set({ profile_key: pictures.profileKey, cover_key: pictures.coverKey })
    .where("id", "=", channelId)
    .execute();
}

/** @returns null for an account without a channel */
export async function addHidingReason(
  sql: Sql,
  accountId: string,
  reason: HidingReason,
): Promise<{ id: string } | null> {
  const { rows } = await raw<{ id: string }>`
    update channels set hidden_at = coalesce(hidden_at, now()),
      hidden_for = array(select distinct unnest(hidden_for || ${reason}::text) order by 1)
    where owner_id = ${accountId} returning id`.execute(sql);
  return rows[0] ?? null;
}

/**
 * @returns null if it was not hidden for this reason; otherwise its previous `hidden_at` and whether it is still hidden
 */
export async function removeHidingReason(
  sql: Sql,
  accountId: string,
  reason: HidingReason,
): Promise<{ id: string; was_hidden_at: string | null; is_hidden: boolean } | null> {
  const { rows } = await raw<{ id: string; was_hidden_at: string | null; is_hidden: boolean }>`
    with before as (
      select id, hidden_at::text as hidden_at from channels
      where owner_id = ${accountId} and ${reason} = any(hidden_for) for update
    )
    update channels c set hidden_for = array_remove(hidden_for, ${reason}::text),
      hidden_at = case when hidden_for = array[${reason}::text] then null else c.hidden_at end
    from before where c.id = before.id
    returning c.id, before.hidden_at as was_hidden_at, c.hidden_at is not null as is_hidden`.execute(sql);
  return rows[0] ?? null;
}

export async function updateChannelRow(sql: Sql, channelId: string, changes: ChannelChanges): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await sql
    .updateTable("channels")
    .set({
      ...(changes.name === undefined ? {} : { name: changes.name }),
      ...(changes.bio === undefined ? {} : { bio: changes.bio }),
      ...(changes.profileKey === undefined ? {} : { profile_key: changes.profileKey }),
      ...(changes.coverKey === undefined ? {} : { cover_key: changes.coverKey }),
    })
    .where("id", "=", channelId)
    .execute();
}

export async function selectChannelVisibility(sql: Sql, id: string): Promise<ChannelVisibilityRow | null> {
  const row = await sql
    .selectFrom("channels as c")
    .innerJoin("accounts as a", "a.id", "c.owner_id")
    .select(["c.owner_id", "c.hidden_at", "c.hidden_for", "a.erased_at"])
    .where("c.id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** The facts that decide whether the pictures of these accounts are public. Prepared once per connection. */
export async function selectPictureOwners(
  pool: Deps["pool"],
  accountIds: readonly string[],
): Promise<Map<string, PictureOwner>> {
  const { rows } = await pool.query<PictureOwner & { owner_id: string }>({
    name: "picture-owners",
    text: "select owner_id, hidden_at, hidden_for, profile_key from channels where owner_id = any($1::uuid[])",
    values: [accountIds],
  });
  return new Map(rows.map((row) => [row.owner_id, row]));
}

/** Removes personal data from a channel and keeps it hidden, because payment rows still refer to it. */
export async function eraseChannelRow(sql: Sql, accountId: string, name: string): Promise<void> {
  await raw`
    update channels set name = ${name}, bio = '', profile_key = null, cover_key = null,
      hidden_at = coalesce(hidden_at, now()),
      hidden_for = array(select distinct unnest(hidden_for || 'deletion'::text) order by 1)
    where owner_id = ${accountId}`.execute(sql);
}

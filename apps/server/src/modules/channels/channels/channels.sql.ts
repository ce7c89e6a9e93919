import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** Inserts the channel of a new account. It has the username for a name until its owner changes it. */
export async function insertChannel(sql: Sql, channel: { id: string; ownerId: string }): Promise<void> {
  await raw`
    insert into channels (id, owner_id, name, bio)
    select ${channel.id}, id, username, '' from accounts where id = ${channel.ownerId}`.execute(sql);
}

/**
 * Locks channels until the end of the transaction. First of all where items, or what is counted of them, are written
 * too, so that two transactions never wait for each other: `platform/db/locks.ts`.
 */
export async function lockChannels(sql: Sql, channelIds: readonly string[]): Promise<void> {
  await raw`
    select from channels where id = any(${channelIds}::uuid[]) order by id for no key update`.execute(sql);
}

/** The same for the channels of these items. */
export async function lockChannelsOf(sql: Sql, contentIds: readonly string[]): Promise<void> {
  await raw`
    select from channels where id in (select channel_id from contents where id = any(${contentIds}::uuid[]))
    order by id for no key update`.execute(sql);
}

/**
 * What a list shows is stored on the row, and counted from the truth each time. Whoever locks the channel before they
 * change its items counts theirs and those of everybody before them.
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

/** One follow more or less, without counting all of them. @returns how many there are now */
export async function addFollowers(sql: Sql, channelId: string, by: 1 | -1): Promise<number> {
  const { rows } = await raw<{ subscriber_count: number }>`
    update channels set subscriber_count = greatest(0, subscriber_count + ${by}::int)
    where id = ${channelId} returning subscriber_count`.execute(sql);
  return rows[0]?.subscriber_count ?? 0;
}

/** Adds views of items to what their channels' public ones come to. */
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

/** Every count that differs from the truth, whatever made it so, in the order in which all lock. @returns of how many channels */
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

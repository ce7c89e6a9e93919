import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

type NewChannel = {
  id: string;
  ownerId: string;
  name: string;
  bio: string;
  profileKey: string | null;
  coverKey: string | null;
};

export async function insertChannel(sql: Sql, channel: NewChannel): Promise<void> {
  await sql
    .insertInto("channels")
    .values({
      id: channel.id,
      owner_id: channel.ownerId,
      name: channel.name,
      bio: channel.bio,
      profile_key: channel.profileKey,
      cover_key: channel.coverKey,
    })
    .execute();
}

/** What a list shows is stored on the row, and counted from the truth each time. */
export async function updateContentCount(sql: Sql, channelId: string): Promise<void> {
  await raw`
    update channels set content_count = (
      select count(*) from contents
      where channel_id = ${channelId} and state = 'ready' and visibility = 'public' and removed_at is null)
    where id = ${channelId}`.execute(sql);
}

export async function updateSubscriberCounts(sql: Sql, channelIds: readonly string[]): Promise<void> {
  await raw`
    update channels c set subscriber_count = (select count(*) from follows f where f.channel_id = c.id)
    where c.id = any(${channelIds}::uuid[])`.execute(sql);
}

export async function updatePictures(
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

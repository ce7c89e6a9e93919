import type { Sql } from "#platform/db/database.ts";

export type ChannelChanges = { name?: string; bio?: string; profileKey?: string; coverKey?: string };

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

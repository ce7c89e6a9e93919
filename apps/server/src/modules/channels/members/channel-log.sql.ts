import type { ChannelAction } from "@app/contract/teams";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { PageRange, Position } from "#platform/pagination.ts";

type ChannelEntry = { channelId: string; actorId: string; action: ChannelAction; subject: string };

/** Writes an entry in the log of a channel that several people run; nothing for others. */
export async function recordChannelLog(sql: Sql, { channelId, actorId, action, subject }: ChannelEntry): Promise<void> {
  await raw`
    insert into channel_log (id, channel_id, actor_id, action, subject)
    select uuidv7(), ${channelId}::uuid, ${actorId}::uuid, ${action}, ${subject}
    where exists (select from channel_members where channel_id = ${channelId})
      or exists (select from channel_invitations where channel_id = ${channelId})
      or exists (select from channel_log where channel_id = ${channelId})`.execute(sql);
}

type LogRow = { id: string; actor: string | null; action: string; subject: string; at: Date; position: Position };

/** Newest first. */
export async function selectChannelLog(sql: Sql, channelId: string, range: PageRange): Promise<LogRow[]> {
  const isAfter = range.after ? raw`and l.id < ${range.after[1]}::uuid` : raw``;
  const { rows } = await raw<Omit<LogRow, "position">>`
    select l.id, a.username as actor, l.action, l.subject, l.at
    from channel_log l left join accounts a on a.id = l.actor_id and a.erased_at is null
    where l.channel_id = ${channelId} ${isAfter}
    order by l.id desc limit ${range.limit} offset ${range.offset}`.execute(sql);
  return rows.map((row) => ({ ...row, position: ["", row.id] }));
}

/** Counts at most `most`. */
export async function countChannelLog(sql: Sql, channelId: string, most: number): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*)::integer as total from (
      select from channel_log where channel_id = ${channelId} limit ${most}) counted`.execute(sql);
  return rows[0]?.total ?? 0;
}

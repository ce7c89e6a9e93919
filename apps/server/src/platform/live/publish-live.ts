import type { LiveEvent, RoomState } from "@app/contract/live";
import type { ItemEventName } from "@app/contract/live-names";
import { sql as raw } from "kysely";
import type { Pool } from "pg";
import { z } from "zod";
import { toChunks } from "../chunks.ts";
import { afterCommit, type Sql } from "../db/database.ts";
import { handOver, wakePublishers } from "./outbox.ts";

/** A NOTIFY carries less than 8,000 bytes; this leaves half of it for the event. */
export const ROOMS_PER_MESSAGE = 80;
export const IDS_PER_MESSAGE = 100;

/** Its number in the outbox, if it came from there: it may come twice. */
const id = z.int().optional();

const broadcast = z.object({
  id,
  name: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** Account id → sequence number of the event in that account's room. */
  rooms: z.record(z.string(), z.int()),
});
export type LiveBroadcast = z.infer<typeof broadcast>;

const ended = z.object({ id, account: z.string(), devices: z.array(z.string()) });
export type Ended = z.infer<typeof ended>;

const itemsEvent = z.object({ id, name: z.string(), items: z.array(z.string()) });
export type ItemsEvent = z.infer<typeof itemsEvent>;

/** A message between web processes: an event for some rooms or items, or devices that were signed out. */
const liveMessage = z.union([broadcast, itemsEvent, ended]);

export type LiveMessage = z.infer<typeof liveMessage>;

/** @returns null: unreadable, for example from a newer release */
export function readLiveMessage(payload: string): LiveMessage | null {
  try {
    return liveMessage.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Publishes an event to these accounts' open pages when the caller's transaction commits. Call it last: it locks their
 * rooms until then.
 * @param event ids only, because a NOTIFY is limited to 8 kB
 */
export async function publishLive(sql: Sql, accounts: readonly string[], event: LiveEvent): Promise<void> {
  if (accounts.length === 0) return;
  const message = raw`json_build_object(
    'name', ${event.name}::text, 'data', ${JSON.stringify(event.data)}::json, 'rooms', json_object_agg(account_id, seq)
  )::text`;
  // Ordered, so that concurrent publishers lock the rooms in one order and cannot deadlock.
  await raw`
    with published as (
      insert into live_rooms as room (account_id, seq, published_at)
      select account_id, 1, clock_timestamp() from unnest(${[...new Set(accounts)]}::uuid[]) as account_id order by 1
      on conflict (account_id) do update set seq = room.seq + 1, published_at = excluded.published_at
      returning account_id, seq
    ), numbered as (
      select account_id, seq, (row_number() over () - 1) / ${ROOMS_PER_MESSAGE}::int as batch from published
    )
    ${handOver(message, raw`numbered group by batch`)}`.execute(sql);
  afterCommit(sql, wakePublishers);
}

/** Tells the open pages of these items when the caller's transaction commits. Nothing is numbered: pages fetch again. */
export function publishToItems(sql: Sql, items: readonly string[], name: ItemEventName): Promise<void> {
  return publishEach(
    sql,
    toChunks(items, IDS_PER_MESSAGE).map((chunk) => ({ name, items: chunk })),
  );
}

/** Closes these devices' live connections when the caller's transaction, which signs them out, commits. */
export function publishEnded(sql: Sql, account: string, devices: readonly string[]): Promise<void> {
  return publishEach(
    sql,
    toChunks(devices, IDS_PER_MESSAGE).map((chunk) => ({ account, devices: chunk })),
  );
}

async function publishEach(sql: Sql, messages: readonly (ItemsEvent | Ended)[]): Promise<void> {
  if (messages.length === 0) return;
  const texts = messages.map((message) => JSON.stringify(message));
  await handOver(raw`message`, raw`unnest(${texts}::text[]) as message`).execute(sql);
  afterCommit(sql, wakePublishers);
}

const SELECT_ROOM = {
  name: "select-live-room",
  text: `select seq, (extract(epoch from clock_timestamp() - published_at) * 1000)::float8 as told_ms_ago
         from live_rooms where account_id = $1`,
};

export async function selectRoom(pool: Pool, accountId: string): Promise<RoomState> {
  const { rows } = await pool.query<RoomState>({ ...SELECT_ROOM, values: [accountId] });
  return rows[0] ?? { seq: 0, told_ms_ago: null };
}

/** @returns account id → the room's last sequence number; rooms without events are missing */
export async function selectSeqs(pool: Pool, accountIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ account_id: string; seq: number }>(
    "select account_id, seq from live_rooms where account_id = any($1::uuid[])",
    [accountIds],
  );
  return new Map(rows.map(({ account_id, seq }) => [account_id, seq]));
}

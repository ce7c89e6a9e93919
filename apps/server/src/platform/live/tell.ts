import type { LiveEvent } from "@app/contract/live";
import { sql as raw } from "kysely";
import type { Sql } from "../db/database.ts";
import { DEVICES_A_MESSAGE, LIVE_CHANNEL, ROOMS_A_MESSAGE } from "./live-message.ts";

/**
 * Tells the open pages of these people, if and when the caller's transaction is committed. To be called last in it:
 * until then nobody else can tell these people anything.
 * @param event ids only, for a message to all web processes has 8 kB
 */
export async function tell(sql: Sql, accounts: readonly string[], event: LiveEvent): Promise<void> {
  if (accounts.length === 0) return;
  // In one order everywhere, so that two who tell the same people do not wait for each other in a circle.
  await raw`
    with told as (
      insert into live_rooms as room (account_id, seq, told_at)
      select distinct account_id, 1, clock_timestamp() from unnest(${[...accounts]}::uuid[]) as account_id order by 1
      on conflict (account_id) do update set seq = room.seq + 1, told_at = excluded.told_at
      returning account_id, seq
    ), numbered as (
      select account_id, seq, (row_number() over () - 1) / ${ROOMS_A_MESSAGE}::int as batch from told
    )
    select pg_notify(${LIVE_CHANNEL}, json_build_object(
      'name', ${event.name}::text, 'data', ${JSON.stringify(event.data)}::json, 'rooms', json_object_agg(account_id, seq)
    )::text)
    from numbered group by batch`.execute(sql);
}

/** Closes the live connections of these devices once the caller's transaction, which signs them out, is committed. */
export async function tellEnded(sql: Sql, account: string, devices: readonly string[]): Promise<void> {
  for (let from = 0; from < devices.length; from += DEVICES_A_MESSAGE) {
    const message = { account, devices: devices.slice(from, from + DEVICES_A_MESSAGE) };
    await raw`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(message)})`.execute(sql);
  }
}

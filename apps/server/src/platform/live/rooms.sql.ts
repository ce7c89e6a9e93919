import type { RoomState } from "@app/contract/live";
import type { Pool } from "pg";

const SELECT_ROOM = {
  name: "select-live-room",
  text: `select seq, (extract(epoch from clock_timestamp() - told_at) * 1000)::float8 as told_ms_ago
         from live_rooms where account_id = $1`,
};

export async function selectRoom(pool: Pool, accountId: string): Promise<RoomState> {
  const { rows } = await pool.query<RoomState>({ ...SELECT_ROOM, values: [accountId] });
  return rows[0] ?? { seq: 0, told_ms_ago: null };
}

/** @returns account → how far its room has come; those that were never told anything are not in it */
export async function selectSeqs(pool: Pool, accountIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ account_id: string; seq: number }>(
    "select account_id, seq from live_rooms where account_id = any($1::uuid[])",
    [accountIds],
  );
  return new Map(rows.map(({ account_id, seq }) => [account_id, seq]));
}

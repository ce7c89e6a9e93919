import type { Pool } from "pg";

const TABLES = ["ledger_checkpoints", "ledger_entries", "ledger_transfers", "referrals"];

/** What no code can do: the ledger is append-only. For stories that each begin with none, in a database of their own. */
export async function emptyLedger(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const table of TABLES) await client.query(`delete from ${table}`);
    await client.query("delete from ledger_accounts where owner_id is not null");
  } finally {
    await client.query("reset session_replication_role");
    client.release();
  }
}

import type { Pool } from "pg";

const TABLES = [
  ...["ledger_checkpoints", "ledger_hours", "ledger_entries", "ledger_transfers"],
  ...["referrals", "referral_days"],
];

/** Empties the append-only ledger, which the product cannot do, for tests that start without entries. */
export async function emptyLedger(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const table of TABLES) await client.query(`delete from ${table}`);
    await client.query("update referral_codes set sign_ups = 0, earned_cents = 0");
    await client.query("delete from ledger_accounts where owner_id is not null");
  } finally {
    await client.query("reset session_replication_role");
    client.release();
  }
}

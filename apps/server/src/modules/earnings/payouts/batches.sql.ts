import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { PageRange, Position } from "#platform/pagination.ts";

export type BatchRow = {
  id: string;
  number: number;
  month: string;
  state: "preparing" | "ready" | "voided";
  checksum: string | null;
  created_at: Date;
  void_reason: string | null;
  payouts: number;
  total_cents: number;
  in_transit: number;
  by_hand: number;
  paid: number;
  failed: number;
  sent: number;
  to_send: number;
};

const BATCHES = raw`
  select b.id, b.number, b.month, b.state, b.checksum, b.created_at, b.void_reason, n.*
  from payout_batches b cross join lateral (
    select count(*) as payouts, coalesce(sum(amount_cents), 0)::bigint as total_cents,
      count(*) filter (where state = 'in_transit') as in_transit,
      count(*) filter (where state = 'in_transit' and method <> 'stripe') as by_hand,
      count(*) filter (where state = 'paid') as paid, count(*) filter (where state = 'failed') as failed,
      count(*) filter (where sent_at is not null or paid_at is not null) as sent,
      count(*) filter (where state = 'in_transit' and method = 'stripe') as to_send
    from payouts where batch_id = b.id
  ) n`;

/** The batch to work on: one that was begun and not completed, else that of the month, unless it is voided. */
export async function selectOpenBatch(sql: Sql, month: string): Promise<{ id: string; state: string } | null> {
  const { rows } = await raw<{ id: string; state: string }>`
    select id, state from payout_batches
    where state = 'preparing' or (month = ${month} and state <> 'voided') order by number limit 1`.execute(sql);
  return rows[0] ?? null;
}

/** Whether the month has had a batch, voided or not. */
export async function hasBatch(sql: Sql, month: string): Promise<boolean> {
  const { rows } = await raw`
    select from payout_batches where month = ${month} and state <> 'preparing' limit 1`.execute(sql);
  return rows.length > 0;
}

/** The caller holds the lock `makingPayouts`, so that no number is skipped or given twice. */
export async function insertBatch(sql: Sql, batch: { id: string; month: string; at: Date }): Promise<void> {
  await raw`
    insert into payout_batches (id, number, month, created_at)
    select ${batch.id}::uuid, coalesce(max(number), 0) + 1, ${batch.month}, ${batch.at} from payout_batches`.execute(
    sql,
  );
}

/** Keeps the batch open until the transaction ends. @returns whether payouts can still be added */
export async function lockPreparing(sql: Sql, id: string): Promise<boolean> {
  const { rows } = await raw`
    select from payout_batches where id = ${id} and state = 'preparing' for share`.execute(sql);
  return rows.length === 1;
}

export async function lockBatch(sql: Sql, id: string): Promise<{ number: number; state: string } | null> {
  const { rows } = await raw<{ number: number; state: string }>`
    select number, state from payout_batches where id = ${id} for update`.execute(sql);
  return rows[0] ?? null;
}

export async function markBatchReady(sql: Sql, id: string, batch: { checksum: string; at: Date }): Promise<void> {
  await sql
    .updateTable("payout_batches")
    .set({ state: "ready", checksum: batch.checksum, ready_at: batch.at })
    .where("id", "=", id)
    .execute();
}

export async function markBatchVoided(sql: Sql, id: string, { at, reason }: { at: Date; reason: string }) {
  await sql
    .updateTable("payout_batches")
    .set({ state: "voided", voided_at: at, void_reason: reason })
    .where("id", "=", id)
    .execute();
}

export async function selectBatch(sql: Sql, id: string): Promise<BatchRow | null> {
  const { rows } = await raw<BatchRow>`${BATCHES} where b.id = ${id}`.execute(sql);
  return rows[0] ?? null;
}

/** Newest first. */
export async function selectBatches(sql: Sql, range: PageRange): Promise<(BatchRow & { position: Position })[]> {
  const before = range.after?.[0] ?? null;
  const { rows } = await raw<BatchRow>`
    ${BATCHES} where (${before}::int is null or b.number < ${before}::int)
    order by b.number desc limit ${range.limit} offset ${range.offset}`.execute(sql);
  return rows.map((row) => ({ ...row, position: [String(row.number), row.id] }));
}

export async function countBatches(sql: Sql): Promise<number> {
  const { rows } = await raw<{ total: number }>`select count(*) as total from payout_batches`.execute(sql);
  return rows[0]?.total ?? 0;
}

import type { PayoutMethod, PayoutState } from "@app/contract/payouts";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { PageRange, Position } from "#platform/pagination.ts";

export type PayoutRow = {
  id: string;
  batch_id: string;
  earner_id: string;
  amount_cents: number;
  method: PayoutMethod;
  state: PayoutState;
  created_at: Date;
  sent_at: Date | null;
  provider_id: string | null;
  paid_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
};

const COLUMNS = raw`p.id, p.batch_id, p.earner_id, p.amount_cents, p.method, p.state, p.created_at, p.sent_at,
  p.provider_id, p.paid_at, p.failed_at, p.failure`;

type NewPayout = {
  id: string;
  batchId: string;
  earnerId: string;
  amountCents: number;
  method: PayoutMethod;
  encryptedAddress: Buffer | null;
  at: Date;
};

/** @returns the ids of those that were inserted; of the other earners the batch has a payout already */
export async function insertPayouts(sql: Sql, payouts: readonly NewPayout[]): Promise<Set<string>> {
  if (payouts.length === 0) return new Set();
  const rows = await sql
    .insertInto("payouts")
    .values(
      payouts.map((payout) => ({
        id: payout.id,
        batch_id: payout.batchId,
        earner_id: payout.earnerId,
        amount_cents: payout.amountCents,
        method: payout.method,
        encrypted_address: payout.encryptedAddress,
        created_at: payout.at,
      })),
    )
    .onConflict((conflict) => conflict.columns(["batch_id", "earner_id"]).doNothing())
    .returning("id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Locks the row, so that the second of two concurrent changes sees the first. */
export async function lockPayout(sql: Sql, id: string): Promise<PayoutRow | null> {
  const { rows } = await raw<PayoutRow>`
    select ${COLUMNS} from payouts p where p.id = ${id} for update`.execute(sql);
  return rows[0] ?? null;
}

export async function selectBatchOf(sql: Sql, id: string): Promise<string | null> {
  const row = await sql.selectFrom("payouts").select("batch_id").where("id", "=", id).executeTakeFirst();
  return row?.batch_id ?? null;
}

/** Locks all payouts of a batch, by id. */
export async function lockPayouts(sql: Sql, batchId: string): Promise<PayoutRow[]> {
  const { rows } = await raw<PayoutRow>`
    select ${COLUMNS} from payouts p where p.batch_id = ${batchId} order by p.id for update`.execute(sql);
  return rows;
}

export async function markPayoutsPaid(sql: Sql, payouts: readonly { id: string; at: Date }[]): Promise<void> {
  await raw`
    update payouts p set state = 'paid', paid_at = m.at
    from unnest(
      ${payouts.map((one) => one.id)}::uuid[], ${payouts.map((one) => one.at.toISOString())}::timestamptz[]
    ) m (id, at)
    where p.id = m.id`.execute(sql);
}

export async function markPayoutsFailed(
  sql: Sql,
  ids: readonly string[],
  { at, failure }: { at: Date; failure: string },
): Promise<void> {
  await raw`
    update payouts set state = 'failed', failed_at = ${at}, failure = ${failure}
    where id = any(${ids}::uuid[])`.execute(sql);
}

/** From now on the batch cannot be voided. */
export async function markPayoutSent(sql: Sql, id: string, at: Date): Promise<void> {
  await raw`update payouts set sent_at = coalesce(sent_at, ${at}) where id = ${id}`.execute(sql);
}

export async function updateProviderId(sql: Sql, id: string, providerId: string): Promise<void> {
  await sql.updateTable("payouts").set({ provider_id: providerId }).where("id", "=", id).execute();
}

/** Newest first. */
export async function selectOwnPayouts(
  sql: Sql,
  earnerId: string,
  range: PageRange,
): Promise<(PayoutRow & { position: Position })[]> {
  const { rows } = await raw<PayoutRow>`
    select ${COLUMNS} from payouts p
    where p.earner_id = ${earnerId} and (${range.after?.[1] ?? null}::uuid is null or p.id < ${range.after?.[1] ?? null})
    order by p.id desc limit ${range.limit} offset ${range.offset}`.execute(sql);
  return rows.map((row) => ({ ...row, position: ["", row.id] }));
}

export async function countOwnPayouts(sql: Sql, earnerId: string): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*) as total from payouts where earner_id = ${earnerId}`.execute(sql);
  return rows[0]?.total ?? 0;
}

export type BatchPayoutRow = PayoutRow & { username: string | null };

/** Of a batch, in the order in which they were made. Erased people have no username. */
export async function selectBatchPayouts(
  sql: Sql,
  batchId: string,
  range: PageRange,
): Promise<(BatchPayoutRow & { position: Position })[]> {
  const { rows } = await raw<BatchPayoutRow>`
    select ${COLUMNS}, case when a.erased_at is null then a.username end as username
    from payouts p join accounts a on a.id = p.earner_id
    where p.batch_id = ${batchId} and (${range.after?.[1] ?? null}::uuid is null or p.id > ${range.after?.[1] ?? null})
    order by p.id limit ${range.limit} offset ${range.offset}`.execute(sql);
  return rows.map((row) => ({ ...row, position: ["", row.id] }));
}

export type PayeeRow = {
  id: string;
  amount_cents: number;
  method: PayoutMethod;
  state: PayoutState;
  sent_at: Date | null;
  earner_id: string;
  username: string;
  payee: string | null;
  /** The PayPal address that the earner has now; null: none. */
  encrypted_address: Buffer | null;
  /** Where it goes since the batch was made, by PayPal or check; null: not stored. */
  encrypted_copy: Buffer | null;
  stripe_id: string | null;
  street: string | null;
  city: string | null;
  address_state: string | null;
  zipcode: string | null;
};

/** All payouts of a batch with what staff need to pay them. */
export async function selectPayees(sql: Sql, batchId: string): Promise<PayeeRow[]> {
  const { rows } = await raw<PayeeRow>`
    select p.id, p.amount_cents, p.method, p.state, p.sent_at, p.earner_id, a.username,
      coalesce(e.group_name, nullif(concat_ws(' ', e.first_name, e.last_name), ''), a.full_name) as payee,
      m.encrypted_address, p.encrypted_address as encrypted_copy, s.stripe_id, e.street, e.city, e.state as address_state, e.zipcode
    from payouts p join accounts a on a.id = p.earner_id
      left join earner_profiles e on e.account_id = p.earner_id
      left join payout_methods m on m.account_id = p.earner_id
      left join payout_accounts s on s.account_id = p.earner_id
    where p.batch_id = ${batchId} order by p.id`.execute(sql);
  return rows;
}

/** Payouts of a batch that were not sent to Stripe yet, or whose outcome is not recorded. */
export async function selectUnsent(sql: Sql, batchId: string): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    select id from payouts
    where batch_id = ${batchId} and method = 'stripe' and state = 'in_transit' order by id`.execute(sql);
  return rows.map((row) => row.id);
}

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
  to_send_cents: number;
};

const BATCHES = raw`
  select b.id, b.number, b.month, b.state, b.checksum, b.created_at, b.void_reason, n.*
  from payout_batches b cross join lateral (
    select count(*) as payouts, coalesce(sum(amount_cents), 0)::bigint as total_cents,
      count(*) filter (where state = 'in_transit') as in_transit,
      count(*) filter (where state = 'in_transit' and method <> 'stripe') as by_hand,
      count(*) filter (where state = 'paid') as paid, count(*) filter (where state = 'failed') as failed,
      count(*) filter (where sent_at is not null or paid_at is not null) as sent,
      count(*) filter (where state = 'in_transit' and method = 'stripe') as to_send,
      coalesce(sum(amount_cents) filter (where state = 'in_transit' and method = 'stripe'), 0)::bigint as to_send_cents
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

import type { PayoutMethod } from "@app/contract/payouts";
import { sql as raw } from "kysely";
import type { EncryptedRow } from "#platform/crypto/rotate-key.ts";
import type { Sql } from "#platform/db/database.ts";

export type CheckPayee = { payee: string; street: string; city: string; state: string; zipcode: string };

export type PayeeFactsRow = {
  account_id: string;
  method: PayoutMethod | null;
  encrypted_address: Buffer | null;
  has_address: boolean;
  address: string | null;
  /** What a check says and where it is mailed; null: there is no profile. */
  check_payee: CheckPayee | null;
  can_receive: boolean;
  stripe_id: string | null;
  is_erased: boolean;
  is_banned: boolean;
};

export async function selectPayee(sql: Sql, accountId: string): Promise<PayeeFactsRow | null> {
  const [row] = await selectPayeeFacts(sql, [accountId]);
  return row ?? null;
}

export async function selectPayeeFacts(sql: Sql, accountIds: readonly string[]): Promise<PayeeFactsRow[]> {
  const { rows } = await raw<PayeeFactsRow>`
    select a.id as account_id, m.kind as method, m.encrypted_address, p.account_id is not null as has_address,
      p.street || ', ' || p.city as address,
      case when p.account_id is not null then jsonb_build_object(
        'payee', coalesce(p.group_name, nullif(concat_ws(' ', p.first_name, p.last_name), ''), a.full_name),
        'street', p.street, 'city', p.city, 'state', p.state, 'zipcode', p.zipcode) end as check_payee,
      coalesce(s.can_receive, false) as can_receive, s.stripe_id,
      a.erased_at is not null as is_erased,
      exists (select from suspensions b where b.account_id = a.id and b.until is null) as is_banned
    from accounts a
      left join payout_methods m on m.account_id = a.id
      left join earner_profiles p on p.account_id = a.id
      left join payout_accounts s on s.account_id = a.id
    where a.id = any(${accountIds}::uuid[])`.execute(sql);
  return rows;
}

export type CandidateRow = { id: string; cents: number; username: string | null; is_banned: boolean };

/** Earners whose available balance reaches the minimum, by id. Erased people have no username. */
export async function selectCandidates(
  sql: Sql,
  { minimumCents, after, limit }: { minimumCents: number; after: string | null; limit: number },
): Promise<CandidateRow[]> {
  const { rows } = await raw<CandidateRow>`
    select a.owner_id as id, balance.cents, case when p.erased_at is null then p.username end as username,
      exists (select from suspensions s where s.account_id = a.owner_id and s.until is null) as is_banned
    from ledger_accounts a
      join accounts p on p.id = a.owner_id
      left join ledger_checkpoints c on c.account_id = a.id
      cross join lateral (
        select sum(e.amount_cents) as cents from ledger_entries e
        where e.account_id = a.id and e.position > coalesce(c.up_to, 0)
      ) since
      cross join lateral (
        select (coalesce(c.balance_cents, 0) + coalesce(since.cents, 0))::bigint as cents
      ) balance
    where a.kind = 'available' and (${after}::uuid is null or a.owner_id > ${after}::uuid)
      and balance.cents >= ${minimumCents}
    order by a.owner_id limit ${limit}`.execute(sql);
  return rows;
}

export async function upsertMethod(
  sql: Sql,
  method: { accountId: string; kind: PayoutMethod; encryptedAddress: Buffer | null; at: Date },
): Promise<void> {
  const values = { kind: method.kind, encrypted_address: method.encryptedAddress, updated_at: method.at };
  await sql
    .insertInto("payout_methods")
    .values({ account_id: method.accountId, ...values })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(values))
    .execute();
}

export async function deleteMethod(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("payout_methods").where("account_id", "=", accountId).execute();
}

export async function insertPayoutAccount(sql: Sql, accountId: string, stripeId: string): Promise<void> {
  await sql
    .insertInto("payout_accounts")
    .values({ account_id: accountId, stripe_id: stripeId })
    // On either key: if one were named, the second of two concurrent requests could fail on the other.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns whose account it is; null if nothing changed */
export async function updateCanReceive(sql: Sql, stripeId: string, canReceive: boolean): Promise<string | null> {
  const row = await sql
    .updateTable("payout_accounts")
    .set({ can_receive: canReceive, updated_at: raw<Date>`now()` })
    .where("stripe_id", "=", stripeId)
    .where("can_receive", "!=", canReceive)
    .returning("account_id")
    .executeTakeFirst();
  return row?.account_id ?? null;
}

export async function selectEncryptedAddresses(sql: Sql, after: string, limit: number): Promise<EncryptedRow[]> {
  const { rows } = await raw<EncryptedRow>`
    select account_id as id, encrypted_address as encrypted from payout_methods
    where encrypted_address is not null and account_id > ${after} order by account_id limit ${limit}`.execute(sql);
  return rows;
}

export async function replaceEncryptedAddress(
  sql: Sql,
  { id, before, encrypted }: { id: string; before: Buffer; encrypted: Buffer },
): Promise<void> {
  await sql
    .updateTable("payout_methods")
    .set({ encrypted_address: encrypted })
    .where("account_id", "=", id)
    .where("encrypted_address", "=", before)
    .execute();
}

/** The addresses that were copied into payouts. */
export async function selectEncryptedCopies(sql: Sql, after: string, limit: number): Promise<EncryptedRow[]> {
  const { rows } = await raw<EncryptedRow>`
    select id, encrypted_address as encrypted from payouts
    where encrypted_address is not null and id > ${after} order by id limit ${limit}`.execute(sql);
  return rows;
}

export async function replaceEncryptedCopy(
  sql: Sql,
  { id, before, encrypted }: { id: string; before: Buffer; encrypted: Buffer },
): Promise<void> {
  await sql
    .updateTable("payouts")
    .set({ encrypted_address: encrypted })
    .where("id", "=", id)
    .where("encrypted_address", "=", before)
    .execute();
}

/** Of an erased person. */
export async function deleteAddressCopies(sql: Sql, earnerId: string): Promise<void> {
  await sql.updateTable("payouts").set({ encrypted_address: null }).where("earner_id", "=", earnerId).execute();
}

/** Accounts at Stripe of earners who chose it, and that could not receive money when we last heard of them. */
export async function selectUnfinishedAccounts(sql: Sql): Promise<string[]> {
  const { rows } = await raw<{ stripe_id: string }>`
    select s.stripe_id from payout_accounts s join payout_methods m on m.account_id = s.account_id and m.kind = 'stripe'
    where not s.can_receive order by s.account_id limit 1000`.execute(sql);
  return rows.map((row) => row.stripe_id);
}

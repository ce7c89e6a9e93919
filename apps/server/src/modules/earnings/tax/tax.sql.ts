import type { TaxClass, TinType } from "@app/contract/tax";
import { sql as raw } from "kysely";
import type { EncryptedRow } from "#platform/crypto/rotate-key.ts";
import type { Sql } from "#platform/db/database.ts";

export type TaxYearRow = { year: number; threshold_cents: number; form: string; box: string };

export async function selectTaxYear(sql: Sql, year: number): Promise<TaxYearRow | null> {
  const row = await sql
    .selectFrom("tax_years")
    .select(["year", "threshold_cents", "form", "box"])
    .where("year", "=", year)
    .executeTakeFirst();
  return row ?? null;
}

/** Newest first; one a year. */
export async function selectTaxYears(sql: Sql): Promise<TaxYearRow[]> {
  return sql
    .selectFrom("tax_years")
    .select(["year", "threshold_cents", "form", "box"])
    .orderBy("year", "desc")
    .limit(100)
    .execute();
}

export async function upsertTaxYear(sql: Sql, row: TaxYearRow): Promise<void> {
  const values = { threshold_cents: row.threshold_cents, form: row.form, box: row.box, updated_at: raw<Date>`now()` };
  await sql
    .insertInto("tax_years")
    .values({ year: row.year, ...values })
    .onConflict((conflict) => conflict.column("year").doUpdateSet(values))
    .execute();
}

/**
 * Entries of `paid` by the date of the payment, which decides the year, in the platform's time zone. A payment that came
 * back sums to zero, whenever that was.
 */
const paidIn = (year: number, timeZone: string) => raw`
  ledger_entries e
    join ledger_accounts a on a.id = e.account_id and a.kind = 'paid'
    join ledger_transfers t on t.id = e.transfer_id
    join payouts p on p.id = t.payout_id
      and p.paid_at >= make_timestamptz(${year}::int, 1, 1, 0, 0, 0, ${timeZone}::text)
      and p.paid_at < make_timestamptz(${year + 1}::int, 1, 1, 0, 0, 0, ${timeZone}::text)`;

/** What each earner was paid in a year, plus payouts in transit that may still arrive in it. */
export async function sumExposure(
  sql: Sql,
  earnerIds: readonly string[],
  { year, timeZone }: { year: number; timeZone: string },
): Promise<Map<string, number>> {
  const { rows } = await raw<{ id: string; cents: number }>`
    select earner.id, (
      coalesce((select sum(e.amount_cents) from ${paidIn(year, timeZone)} where a.owner_id = earner.id), 0)
      + coalesce((
        select sum(e.amount_cents) from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.owner_id = earner.id and a.kind = 'in_transit'), 0)
    )::bigint as cents
    from unnest(${earnerIds}::uuid[]) earner (id)`.execute(sql);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

export type YearTotals = { paid_earners: number; reported_earners: number; paid_cents: number };

export async function sumYear(
  sql: Sql,
  { year, timeZone, thresholdCents }: { year: number; timeZone: string; thresholdCents: number },
): Promise<YearTotals> {
  const { rows } = await raw<YearTotals>`
    select count(*) as paid_earners, count(*) filter (where cents >= ${thresholdCents}) as reported_earners,
      coalesce(sum(cents), 0)::bigint as paid_cents
    from (
      select a.owner_id, sum(e.amount_cents) as cents from ${paidIn(year, timeZone)}
      group by a.owner_id having sum(e.amount_cents) <> 0
    ) earners`.execute(sql);
  const [totals] = rows;
  if (!totals) throw new Error("an aggregate gave no row");
  return totals;
}

export type TaxFormRow = {
  id: string;
  name: string;
  business_name: string | null;
  tax_class: TaxClass;
  tin_type: TinType;
  tin_last4: string;
  certified_at: Date;
};

/** By account. */
export async function selectNewestForms(sql: Sql, accountIds: readonly string[]): Promise<Map<string, TaxFormRow>> {
  const { rows } = await raw<TaxFormRow & { account_id: string }>`
    select distinct on (account_id) account_id, id, name, business_name, tax_class, tin_type, tin_last4, certified_at
    from tax_forms where account_id = any(${accountIds}::uuid[]) order by account_id, id desc`.execute(sql);
  return new Map(rows.map(({ account_id, ...form }) => [account_id, form]));
}

type NewTaxForm = Omit<TaxFormRow, "certified_at"> & {
  account_id: string;
  encrypted_tin: Buffer;
  street: string;
  city: string;
  state: string;
  zipcode: string;
  certification: string;
  certified_at: Date;
};

export async function insertForm(sql: Sql, form: NewTaxForm): Promise<void> {
  await sql.insertInto("tax_forms").values(form).execute();
}

export type ReportedRow = {
  username: string;
  cents: number;
  form_id: string | null;
  name: string | null;
  business_name: string | null;
  tax_class: string | null;
  tin_type: string | null;
  encrypted_tin: Buffer | null;
  street: string | null;
  city: string | null;
  state: string | null;
  zipcode: string | null;
};

/** Everybody whose payments of the year reach the threshold, with their newest W-9. */
export async function selectReported(
  sql: Sql,
  { year, timeZone, thresholdCents }: { year: number; timeZone: string; thresholdCents: number },
): Promise<ReportedRow[]> {
  const { rows } = await raw<ReportedRow>`
    select c.username, paid.cents, f.id as form_id, f.name, f.business_name, f.tax_class, f.tin_type, f.encrypted_tin,
      f.street, f.city, f.state, f.zipcode
    from (
      select a.owner_id, sum(e.amount_cents)::bigint as cents from ${paidIn(year, timeZone)}
      group by a.owner_id having sum(e.amount_cents) >= ${thresholdCents}
    ) paid join accounts c on c.id = paid.owner_id
      left join lateral (
        select * from tax_forms f where f.account_id = paid.owner_id order by f.id desc limit 1
      ) f on true
    order by c.username, c.id`.execute(sql);
  return rows;
}

export async function selectEncryptedTins(sql: Sql, after: string, limit: number): Promise<EncryptedRow[]> {
  const { rows } = await raw<EncryptedRow>`
    select id, encrypted_tin as encrypted from tax_forms where id > ${after} order by id limit ${limit}`.execute(sql);
  return rows;
}

export async function replaceEncryptedTin(
  sql: Sql,
  { id, before, encrypted }: { id: string; before: Buffer; encrypted: Buffer },
): Promise<void> {
  await sql
    .updateTable("tax_forms")
    .set({ encrypted_tin: encrypted })
    .where("id", "=", id)
    .where("encrypted_tin", "=", before)
    .execute();
}

/**
 * Deletes the forms of an account that was never paid. For others the law requires us to keep them; see
 * `deleteOldForms`.
 */
export async function deleteUnneededForms(sql: Sql, accountId: string): Promise<void> {
  await raw`
    delete from tax_forms f where f.account_id = ${accountId}
      and not exists (select from payouts p where p.earner_id = ${accountId} and (p.paid_at is not null or p.state = 'in_transit'))`.execute(
    sql,
  );
}

/** Forms of erased accounts whose last payment is older than the legal retention period. */
export async function deleteOldForms(sql: Sql, before: Date): Promise<void> {
  await raw`
    delete from tax_forms f using accounts a
    where a.id = f.account_id and a.erased_at is not null
      and not exists (select from payouts p where p.earner_id = a.id and (p.paid_at >= ${before} or p.state = 'in_transit'))`.execute(
    sql,
  );
}

import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { CardOnFile } from "#platform/payments/payments.ts";

type Provider = "sandbox" | "stripe";

export async function selectCustomer(sql: Sql, accountId: string, provider: Provider): Promise<string | null> {
  const row = await sql
    .selectFrom("billing_customers")
    .select("customer_id")
    .where("account_id", "=", accountId)
    .where("provider", "=", provider)
    .executeTakeFirst();
  return row?.customer_id ?? null;
}

export async function insertCustomer(
  sql: Sql,
  customer: { accountId: string; provider: Provider; customerId: string },
): Promise<void> {
  await sql
    .insertInto("billing_customers")
    .values({ account_id: customer.accountId, provider: customer.provider, customer_id: customer.customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function selectAccountOfCustomer(sql: Sql, customerId: string): Promise<string | null> {
  const row = await sql
    .selectFrom("billing_customers")
    .select("account_id")
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** Serializes changes to a payer's cards until the transaction ends. */
export async function lockPayer(tx: Sql, accountId: string): Promise<void> {
  await tx
    .selectFrom("billing_customers")
    .select("account_id")
    .where("account_id", "=", accountId)
    .forUpdate()
    .execute();
}

export async function deleteCustomers(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("billing_customers").where("account_id", "=", accountId).execute();
}

const IS_BANNED = raw<boolean>`exists (select from suspensions s where s.account_id = a.id and s.until is null)`;

export type PayerRow = {
  email: string;
  email_disowned_at: Date | null;
  username: string;
  full_name: string;
  is_banned: boolean;
  deactivated_at: Date | null;
  deletion_due_at: Date | null;
};

/** Whom to email about payments; null for an erased account. */
export async function selectPayer(sql: Sql, accountId: string): Promise<PayerRow | null> {
  const row = await sql
    .selectFrom("accounts as a")
    .select(["a.email", "a.email_disowned_at", "a.username", "a.full_name", IS_BANNED.as("is_banned")])
    .select(["a.deactivated_at", "a.deletion_due_at"])
    .where("a.id", "=", accountId)
    .where("a.erased_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** `isErased`: the data at the provider has to go too; `isLeaving`: deactivated, banned, or about to be erased. */
export async function selectLeaving(sql: Sql, accountId: string): Promise<{ isErased: boolean; isLeaving: boolean }> {
  const row = await sql
    .selectFrom("accounts as a")
    .select(["a.erased_at", "a.deletion_due_at", "a.deactivated_at", IS_BANNED.as("is_banned")])
    .where("a.id", "=", accountId)
    .executeTakeFirst();
  if (!row || row.erased_at !== null) return { isErased: true, isLeaving: true };
  return { isErased: false, isLeaving: row.deletion_due_at !== null || row.deactivated_at !== null || row.is_banned };
}

export type CardRow = {
  id: string;
  account_id: string;
  provider_id: string;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  is_default: boolean;
};

const COLUMNS = ["id", "account_id", "provider_id", "brand", "last4", "exp_month", "exp_year", "is_default"] as const;

function cards(sql: Sql, accountId: string, provider: Provider) {
  return sql
    .selectFrom("payment_methods")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .where("provider", "=", provider)
    .where("deleted_at", "is", null);
}

/** The default card first, then the newest. */
export async function selectCards(sql: Sql, accountId: string, provider: Provider): Promise<CardRow[]> {
  return cards(sql, accountId, provider).orderBy("is_default", "desc").orderBy("id", "desc").limit(100).execute();
}

export async function selectCard(
  sql: Sql,
  card: { id: string; accountId: string; provider: Provider },
): Promise<CardRow | null> {
  return (await cards(sql, card.accountId, card.provider).where("id", "=", card.id).executeTakeFirst()) ?? null;
}

export async function selectCardOfProvider(sql: Sql, providerId: string): Promise<CardRow | null> {
  const row = await sql
    .selectFrom("payment_methods")
    .select(COLUMNS)
    .where("provider_id", "=", providerId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** A known card keeps its id; a removed one stays removed. */
export async function upsertCard(
  sql: Sql,
  card: CardOnFile & { rowId: string; accountId: string; provider: Provider },
): Promise<void> {
  await sql
    .insertInto("payment_methods")
    .values({
      id: card.rowId,
      account_id: card.accountId,
      provider: card.provider,
      provider_id: card.id,
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: card.fingerprint,
    })
    .onConflict((conflict) =>
      conflict.column("provider_id").doUpdateSet({ exp_month: card.expMonth, exp_year: card.expYear }),
    )
    .execute();
}

/** Makes this card the default. The caller has locked the payer. */
export async function markDefault(sql: Sql, accountId: string, id: string): Promise<void> {
  await raw`update payment_methods set is_default = false where account_id = ${accountId} and is_default`.execute(sql);
  await raw`update payment_methods set is_default = true where id = ${id} and account_id = ${accountId}`.execute(sql);
}

export async function markCardRemoved(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.updateTable("payment_methods").set({ deleted_at: at, is_default: false }).where("id", "=", id).execute();
}

export async function deleteCards(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("payment_methods").where("account_id", "=", accountId).execute();
}

import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { CardOnFile } from "#platform/payments/payments.ts";

type Provider = "sandbox" | "stripe";

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
    .where("removed_at", "is", null);
}

/** The one that pays first, then the newest. */
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
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** One that is known already keeps its id, and is not brought back when it was removed. */
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

/** Makes this card the one that pays. The caller has locked the payer. */
export async function markDefault(sql: Sql, accountId: string, id: string): Promise<void> {
  await raw`update payment_methods set is_default = false where account_id = ${accountId} and is_default`.execute(sql);
  await raw`update payment_methods set is_default = true where id = ${id} and account_id = ${accountId}`.execute(sql);
}

export async function markCardRemoved(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.updateTable("payment_methods").set({ removed_at: at, is_default: false }).where("id", "=", id).execute();
}

export async function deleteCards(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("payment_methods").where("account_id", "=", accountId).execute();
}

import type { Sql } from "#platform/db/database.ts";

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

/** Until the transaction ends, nobody else changes the cards of this person. */
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

/** Whom to write to. An account that was erased has nobody. */
export async function selectPayer(
  sql: Sql,
  accountId: string,
): Promise<{ email: string; username: string; full_name: string } | null> {
  const row = await sql
    .selectFrom("accounts")
    .select(["email", "username", "full_name"])
    .where("id", "=", accountId)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether somebody is erased, so that what is held at the provider has to go, too; or leaves: is deactivated, or about to be erased. */
export async function selectLeaving(sql: Sql, accountId: string): Promise<{ isErased: boolean; isLeaving: boolean }> {
  const row = await sql
    .selectFrom("accounts")
    .select(["erased_at", "deletion_due_at", "deactivated_at"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (!row || row.erased_at !== null) return { isErased: true, isLeaving: true };
  return { isErased: false, isLeaving: row.deletion_due_at !== null || row.deactivated_at !== null };
}

import type { AccountId } from "@app/contract/ids";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { insertCustomer, selectCustomer } from "./customers.sql.ts";

/** The account that pays, signed in or still signing up. */
export type Payer = { accountId: AccountId };

/** @returns the payer's customer id at the provider, created on first use */
export async function requireCustomer(deps: Pick<Deps, "sql" | "payments">, { accountId }: Payer): Promise<string> {
  const { provider } = deps.payments;
  const known = await selectCustomer(deps.sql, accountId, provider);
  if (known) return known;
  const customerId = await deps.payments.createCustomer(accountId);
  await inTransaction(deps.sql, (tx) => insertCustomer(tx, { accountId, provider, customerId }));
  return (await selectCustomer(deps.sql, accountId, provider)) ?? customerId;
}

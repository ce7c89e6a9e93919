import type { AccountId } from "@app/contract/ids";
import { z } from "zod";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import { onePage, workThrough } from "#platform/jobs/work-through.ts";
import {
  type CardRow,
  deleteCards,
  deleteCustomers,
  insertCustomer,
  lockPayer,
  markCardRemoved,
  selectCards,
  selectCustomer,
} from "./customers.sql.ts";
import { type SubscriptionRow, selectLive } from "./subscriptions.sql.ts";

/** Detaches a card at the provider. Queued in the transaction that removes it here. */
export const detachCardJob = defineJob({
  name: "billing:detach-card",
  lane: "short",
  payload: z.strictObject({ account_id: z.uuid(), provider_card_id: z.string() }),
  attempts: 8,
  timeoutMs: 2 * 60_000,
  run: (deps, payload) => detachCard(deps, payload.account_id, payload.provider_card_id),
});

/** Sets the next default card first, so that no renewal charges a detached one. */
async function detachCard(
  deps: Pick<Deps, "sql" | "payments">,
  accountId: string,
  providerCardId: string,
): Promise<void> {
  await sendDefaultCard(deps, accountId);
  await deps.payments.detachCard(providerCardId);
}

/** Makes our default card of an account the one that the provider charges. @returns the plan that it now pays */
export async function sendDefaultCard(
  { sql, payments }: Pick<Deps, "sql" | "payments">,
  accountId: string,
): Promise<SubscriptionRow | null> {
  const customer = await selectCustomer(sql, accountId, payments.provider);
  const [first] = await selectCards(sql, accountId, payments.provider);
  if (!customer || !first?.is_default) return null;
  const live = await selectLive(sql, accountId);
  const paid = live?.status === "incomplete" ? null : live;
  await payments.setDefaultCard(customer, first.provider_id, paid?.provider_id ?? null);
  return paid;
}

/** Removes every card, here and at the provider: the guardian who allowed us to keep them has withdrawn consent. */
export async function removeCards(deps: Pick<Deps, "payments" | "now">, tx: Sql, accountId: string): Promise<void> {
  await lockPayer(tx, accountId);
  for (const card of await selectCards(tx, accountId, deps.payments.provider)) {
    await markCardRemoved(tx, card.id, deps.now());
    await queueDetach(tx, card);
  }
}

/** Runs `deleteAccount`, then queues the removal of its cards at the provider. @returns what `deleteAccount` returns */
export async function deleteWithCards(
  deps: Pick<Deps, "payments">,
  tx: Sql,
  accountId: string,
  deleteAccount: () => Promise<boolean>,
): Promise<boolean> {
  const cards = await selectCards(tx, accountId, deps.payments.provider);
  if (!(await deleteAccount())) return false;
  for (const card of cards) await queueDetach(tx, card);
  return true;
}

/** Detaches the cards of an erased account at the provider, then deletes their rows. */
export async function purgeCards(deps: Pick<Deps, "sql" | "payments" | "log">, accountId: string): Promise<void> {
  const cards = await selectCards(deps.sql, accountId, deps.payments.provider);
  const failed = await workThrough(deps, {
    failure: "card could not be detached",
    next: onePage<CardRow>(cards),
    work: (card) => deps.payments.detachCard(card.provider_id),
  });
  if (failed > 0) throw new Error(`${failed} cards of an account could not be detached`);
  await inTransaction(deps.sql, async (tx) => {
    await deleteCards(tx, accountId);
    await deleteCustomers(tx, accountId);
  });
}

export function queueDetach(tx: Sql, card: Pick<CardRow, "account_id" | "provider_id">): Promise<void> {
  return enqueue(tx, detachCardJob, { account_id: card.account_id, provider_card_id: card.provider_id });
}

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

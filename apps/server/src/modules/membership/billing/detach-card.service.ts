import type { Deps } from "#platform/deps.ts";
import { selectCards } from "./cards.sql.ts";
import { selectCustomer } from "./customers.sql.ts";
import { selectLive } from "./subscriptions.sql.ts";

/** Tells the provider: first which card pays instead, so that no renewal meets a card that is gone. */
export async function detachCard(
  deps: Pick<Deps, "sql" | "payments">,
  accountId: string,
  providerCardId: string,
): Promise<void> {
  const { payments, sql } = deps;
  const customer = await selectCustomer(sql, accountId, payments.provider);
  const [first] = await selectCards(sql, accountId, payments.provider);
  const live = await selectLive(sql, accountId);
  if (customer && first?.is_default)
    await payments.setDefaultCard(
      customer,
      first.provider_id,
      live?.status === "incomplete" ? null : (live?.provider_id ?? null),
    );
  await payments.detachCard(providerCardId);
}

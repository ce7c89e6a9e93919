import type { SubscriptionView } from "@app/contract/billing";
import type { Deps } from "#platform/deps.ts";
import { toSubscriptionView } from "./billing.view.ts";
import { selectCard, selectCards } from "./cards.sql.ts";
import type { SubscriptionRow } from "./subscriptions.sql.ts";

/** The bank's open question is asked for at the provider, so that a page that was reloaded can go on. */
export async function showSubscription(
  deps: Pick<Deps, "sql" | "payments">,
  row: SubscriptionRow,
): Promise<SubscriptionView> {
  const { provider } = deps.payments;
  const [first = null] = await selectCards(deps.sql, row.account_id, provider);
  const own = row.payment_method_id
    ? await selectCard(deps.sql, { id: row.payment_method_id, accountId: row.account_id, provider })
    : null;
  const isOpen = row.status === "incomplete" && row.provider_id !== null && row.provider === provider;
  const state = isOpen && row.provider_id ? await deps.payments.readSubscription(row.provider_id) : null;
  return toSubscriptionView(row, { card: own ?? first, action: state?.action ?? null });
}

import Stripe from "stripe";
import type { Payouts, PayoutTransferState } from "./payments.ts";
import { callStripe, findInStripe, type StripeClient, toDate } from "./stripe-client.ts";

/** Errors of our own account at Stripe: the earner can do nothing about them. */
const OUR_FAULTS = new Set<string | undefined>(["balance_insufficient", "idempotency_key_in_use"]);

/** Stripe Connect: Stripe keeps the earner's bank details and pays out what we transfer to their account. */
export function createStripePayouts(stripe: StripeClient): Payouts {
  return {
    async createAccount(accountId) {
      const created = await callStripe(() =>
        stripe.accounts.create(
          {
            type: "express",
            country: "US",
            capabilities: { transfers: { requested: true } },
            metadata: { account_id: accountId },
          },
          { idempotencyKey: `payout-account-${accountId}` },
        ),
      );
      return created.id;
    },
    async createOnboardingLink(id, returnUrl) {
      const link = { account: id, type: "account_onboarding" as const, return_url: returnUrl, refresh_url: returnUrl };
      return (await callStripe(() => stripe.accountLinks.create(link))).url;
    },
    async canReceive(id) {
      const account = await findInStripe(() => stripe.accounts.retrieve(id));
      return account?.capabilities?.transfers === "active";
    },
    send: (order) => sendTransfer(stripe, order),
    async readTransfer(id) {
      const transfer = await findInStripe(() => stripe.transfers.retrieve(id));
      return transfer && toState(transfer);
    },
  };
}

/** Stripe forgets idempotency keys after a day, and a transfer's group never: so it is looked up first. */
async function sendTransfer(
  stripe: StripeClient,
  { reference, destination, cents }: { reference: string; destination: string; cents: number },
): Promise<PayoutTransferState | { refusal: string }> {
  const sent = await callStripe(() => stripe.transfers.list({ transfer_group: reference, limit: 1 }));
  const [found] = sent.data;
  if (found) return requireState(found);
  try {
    const order = { amount: cents, currency: "usd", destination, transfer_group: reference };
    const metadata = { payout_id: reference };
    const options = { idempotencyKey: `payout-${reference}` };
    return requireState(await callStripe(() => stripe.transfers.create({ ...order, metadata }, options)));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && !OUR_FAULTS.has(error.code))
      return { refusal: "Your account at Stripe cannot receive money now." };
    throw error;
  }
}

function requireState(transfer: Stripe.Transfer): PayoutTransferState {
  const state = toState(transfer);
  if (!state) throw new Error(`transfer ${transfer.id} is not of a payout`);
  return state;
}

function toState({ id, metadata, created, reversed }: Stripe.Transfer): PayoutTransferState | null {
  const reference = metadata.payout_id;
  return reference === undefined ? null : { id, reference, createdAt: toDate(created), isReversed: reversed };
}

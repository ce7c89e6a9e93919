import type { Plan } from "@app/contract/accounts";
import type { RequiredAction, SubscriptionStatus } from "@app/contract/billing";
import type { CardForm } from "@app/contract/cards";

/** A card saved at the provider, with all that we may know about it. */
export type CardOnFile = {
  id: string;
  customerId: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** Identifies the same card across accounts, without revealing its number. */
  fingerprint: string;
};

export type SetupOutcome = { card: CardOnFile; action: null } | { card: null; action: RequiredAction };

/** A card that the bank authorized and that is not saved anywhere. */
export type CheckedCard = {
  /** As on `CardOnFile`. */
  fingerprint: string;
  isPrepaid: boolean;
};

export type CheckOutcome = { card: CheckedCard; action: null } | { card: null; action: RequiredAction };

export type Price = { plan: Plan; title: string; cents: number };

/** The provider's current state of a subscription. */
export type SubscriptionState = {
  id: string;
  customerId: string;
  /** The id of our row, sent to the provider on creation. */
  reference: string | null;
  status: SubscriptionStatus;
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /** What the payer must do at the bank before the first payment can continue. */
  action: RequiredAction | null;
  /** Why the newest payment was declined, as the provider words it for the payer. */
  decline: string | null;
  /** The newest invoice, if it is paid. */
  paidInvoice: PaidInvoice | null;
};

export type PaidInvoice = {
  id: string;
  number: string;
  subscriptionId: string;
  lines: { description: string; cents: number }[];
  subtotalCents: number;
  taxCents: number;
  totalCents: number;
  card: { brand: string; last4: string } | null;
  periodStart: Date;
  periodEnd: Date;
  paidAt: Date;
};

export type Refund = { id: string; invoiceId: string; cents: number; at: Date };

/** A chargeback: the payer asked their bank to take a payment back. @property status `lost`: the bank kept it for the payer */
export type Dispute = Refund & { status: "open" | "won" | "lost" };

/** Something changed at the provider. We read the current state from it, so the order of events does not matter. */
export type PaymentEvent = { id: string; type: string; createdAt: Date; objectId: string };

/** The payment provider. Every call that changes something is idempotent. Never call it inside a database transaction. */
export type Payments = {
  provider: "sandbox" | "stripe";
  publishableKey: string | null;
  /** Sends the provider our account id and nothing else about the person. */
  createCustomer(accountId: string): Promise<string>;
  createSetup(customerId: string): Promise<{ id: string; clientSecret: string | null }>;
  /**
   * @param card only in the sandbox; with Stripe the page sends it to Stripe itself
   * @returns null: this customer has no such setup
   * @throws CardDeclined
   */
  finishSetup(setup: { id: string; customerId: string; card: CardForm | null }): Promise<SetupOutcome | null>;
  /**
   * Starts to check that somebody has a card: the bank authorizes it, nothing is charged, and no customer gets it.
   * @param reference our id of what the check is for
   */
  createCardCheck(reference: string): Promise<{ id: string; clientSecret: string | null }>;
  /**
   * @param check.card only in the sandbox; with Stripe the page sends it to Stripe itself
   * @returns null: this reference has no such check
   * @throws CardDeclined
   */
  finishCardCheck(check: { id: string; reference: string; card: CardForm | null }): Promise<CheckOutcome | null>;
  /** @returns null: the card is detached */
  readCard(id: string): Promise<CardOnFile | null>;
  detachCard(id: string): Promise<void>;
  setDefaultCard(customerId: string, cardId: string, subscriptionId: string | null): Promise<void>;
  /** @param order.reference our row's id; a repeated call returns the same subscription */
  subscribe(order: { reference: string; customerId: string; cardId: string; price: Price }): Promise<SubscriptionState>;
  /** @returns null: there is no such subscription */
  readSubscription(id: string): Promise<SubscriptionState | null>;
  /** For an order whose reply was lost. */
  findByReference(customerId: string, reference: string): Promise<SubscriptionState | null>;
  setCancelAtPeriodEnd(id: string, isCanceled: boolean): Promise<SubscriptionState>;
  cancelNow(id: string): Promise<SubscriptionState>;
  /** From the next renewal on. */
  setPrice(id: string, price: Price): Promise<SubscriptionState>;
  /** Retries open invoices with the default card. */
  payNow(id: string): Promise<SubscriptionState>;
  /** @returns null: not paid, or not an invoice of a subscription */
  readPaidInvoice(id: string): Promise<PaidInvoice | null>;
  /**
   * Refunds the rest of a paid invoice.
   * @returns null: the bank has not confirmed the refund yet and an event will report it, or nothing was left to refund
   */
  refund(invoiceId: string): Promise<Refund | null>;
  /** @returns the id of the refunded charge */
  findChargeOfRefund(id: string): Promise<string | null>;
  /** The completed refunds of a charge. */
  listRefunds(chargeId: string): Promise<Refund[]>;
  /** @returns null: there is no such dispute, or it is not about a payment for a plan */
  readDispute(id: string): Promise<Dispute | null>;
  /** @returns the id of the invoice's subscription */
  findSubscriptionOfInvoice(id: string): Promise<string | null>;
  /** @throws UntrustedEvent the signature is invalid or too old */
  readEvent(body: Buffer, signature: string): PaymentEvent;
  /** Null: the provider sends no money to earners. */
  payouts: Payouts | null;
  /** Null with a real provider. */
  sandbox: Sandbox | null;
};

/** What only the sandbox does: act as the bank, renew subscriptions, and deliver its events. */
type Sandbox = {
  /** @param customerId or the reference of a card check. @returns whether the customer has this challenge */
  authenticate(customerId: string, challengeId: string, outcome: "complete" | "fail"): Promise<boolean>;
  /** Renews due subscriptions and retries failed payments. A failing one does not block the others. */
  run(onFailure: (error: unknown) => void): Promise<void>;
  /** Delivers pending events, oldest first. A failing one is delivered again later and does not block the others. */
  deliver(handle: (event: PaymentEvent) => Promise<void>, onFailure: (error: unknown) => void): Promise<void>;
};

/** The bank or the provider declined the card. The message is for the payer. */
export class CardDeclined extends Error {
  override readonly name = "CardDeclined";
}

export class UntrustedEvent extends Error {
  override readonly name = "UntrustedEvent";
}

/** A transfer of money to an earner's account at the provider, in its current state. */
export type PayoutTransferState = {
  id: string;
  /** Our payout's id. */
  reference: string;
  createdAt: Date;
  /** The whole amount was taken back. */
  isReversed: boolean;
};

/** Sends money to earners. Every call that changes something is idempotent. Never call it inside a transaction. */
export type Payouts = {
  /** Sends the provider our account id; it asks the earner itself for the rest. @returns the id of the account there */
  createAccount(accountId: string): Promise<string>;
  /** @returns a link that works once, for a few minutes, to the provider's page that asks for what is missing */
  createOnboardingLink(id: string, returnUrl: string): Promise<string>;
  /** Whether money can be sent to the account. */
  canReceive(id: string): Promise<boolean>;
  /**
   * @param order.reference our payout's id: a repeated call finds the first one's transfer, however much later
   * @returns `refusal`: the account cannot receive it, in words for the earner
   * @throws the provider does not respond, or our balance there is too low: try again later
   */
  send(order: {
    reference: string;
    destination: string;
    cents: number;
  }): Promise<PayoutTransferState | { refusal: string }>;
  /** @returns null: there is no such transfer, or it is none of a payout */
  readTransfer(id: string): Promise<PayoutTransferState | null>;
};

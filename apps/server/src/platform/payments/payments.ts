import type { Plan } from "@app/contract/accounts";
import type { RequiredAction, SubscriptionStatus } from "@app/contract/billing";
import type { CardForm } from "@app/contract/cards";

/** A card as it is kept at the provider, and all that we may know of it. */
export type CardOnFile = {
  id: string;
  customerId: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** The same for one card under two accounts, and nothing that the number could be read from. */
  fingerprint: string;
};

export type SetupOutcome = { card: CardOnFile; action: null } | { card: null; action: RequiredAction };

/** A card that the bank has authorised, and that nobody has saved. */
export type CheckedCard = {
  /** As on `CardOnFile`. */
  fingerprint: string;
  isPrepaid: boolean;
};

export type CheckOutcome = { card: CheckedCard; action: null } | { card: null; action: RequiredAction };

export type Price = { plan: Plan; title: string; cents: number };

/** A subscription as the provider has it now. */
export type SubscriptionState = {
  id: string;
  customerId: string;
  /** The id of our row, which the provider was given when it was made. */
  reference: string | null;
  status: SubscriptionStatus;
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /** What the person has to do at the bank before the first payment can go on. */
  action: RequiredAction | null;
  /** Why the newest payment was refused, in the provider's words for the person. */
  decline: string | null;
  /** The newest one, when it is paid. */
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

/** Something has happened at the provider. What exactly is asked for anew, so that the order makes no difference. */
export type PaymentEvent = { id: string; type: string; createdAt: Date; objectId: string };

/**
 * Takes money. Every call that changes something can be made again with the same outcome. None may be made
 * within a transaction of ours.
 */
export type Payments = {
  provider: "sandbox" | "stripe";
  publishableKey: string | null;
  /** Nothing of the person is told but the id that we know them by. */
  createCustomer(accountId: string): Promise<string>;
  openSetup(customerId: string): Promise<{ id: string; clientSecret: string | null }>;
  /**
   * @param card the sandbox's only; Stripe has got it from the page
   * @returns null: this customer has no such setup
   * @throws CardDeclined
   */
  finishSetup(setup: { id: string; customerId: string; card: CardForm | null }): Promise<SetupOutcome | null>;
  /**
   * Begins to check that somebody has a card: the bank authorises it, nothing is charged, and it is attached to nobody.
   * @param reference what the check is for, by an id of ours
   */
  openCardCheck(reference: string): Promise<{ id: string; clientSecret: string | null }>;
  /**
   * @param check.card the sandbox's only; Stripe has got it from the page
   * @returns null: there is no such check for this reference
   * @throws CardDeclined
   */
  finishCardCheck(check: { id: string; reference: string; card: CardForm | null }): Promise<CheckOutcome | null>;
  /** @returns null: no customer has it any more */
  readCard(id: string): Promise<CardOnFile | null>;
  detachCard(id: string): Promise<void>;
  setDefaultCard(customerId: string, cardId: string, subscriptionId: string | null): Promise<void>;
  /** @param order.reference our row; the same one makes the same subscription */
  subscribe(order: { reference: string; customerId: string; cardId: string; price: Price }): Promise<SubscriptionState>;
  /** @returns null: there is no such subscription */
  readSubscription(id: string): Promise<SubscriptionState | null>;
  /** For an order whose answer never came. */
  findByReference(customerId: string, reference: string): Promise<SubscriptionState | null>;
  setCancelAtPeriodEnd(id: string, isCanceled: boolean): Promise<SubscriptionState>;
  cancelNow(id: string): Promise<SubscriptionState>;
  /** From the next renewal on. */
  setPrice(id: string, price: Price): Promise<SubscriptionState>;
  /** Tries what is owed once more, with the default card. */
  payNow(id: string): Promise<SubscriptionState>;
  /** @returns null: it is not paid, or is none of a subscription */
  readPaidInvoice(id: string): Promise<PaidInvoice | null>;
  /**
   * Gives back what is left of a paid invoice; again is once.
   * @returns null: the bank is still to do it, and an event will tell; or nothing was left
   */
  refund(invoiceId: string): Promise<Refund | null>;
  /** @returns the payment that it was of */
  findChargeOfRefund(id: string): Promise<string | null>;
  /** What went back of a payment. */
  listRefunds(chargeId: string): Promise<Refund[]>;
  /** @returns the subscription that an invoice is of */
  findSubscriptionOfInvoice(id: string): Promise<string | null>;
  /** @throws UntrustedEvent the signature is not the provider's, or is too old */
  readEvent(body: Buffer, signature: string): PaymentEvent;
  /** Null with a real provider. */
  sandbox: Sandbox | null;
};

/** What only the sandbox can do: be the bank, let time pass, and say what has happened. */
export type Sandbox = {
  /** @param customerId or the reference of a card check. @returns whether this customer was asked that */
  authenticate(customerId: string, challengeId: string, outcome: "complete" | "fail"): Promise<boolean>;
  /** Renews what is due and tries again what has failed. One that cannot be renewed now holds up no other. */
  run(onFailure: (error: unknown) => void): Promise<void>;
  /** Hands over what has happened, oldest first; one that is not taken is handed over again, and holds up no other. */
  deliver(take: (event: PaymentEvent) => Promise<void>, onFailure: (error: unknown) => void): Promise<void>;
};

/** The bank or the provider has refused the card. The message is for the person. */
export class CardDeclined extends Error {
  override readonly name = "CardDeclined";
}

export class UntrustedEvent extends Error {
  override readonly name = "UntrustedEvent";
}

import { randomBytes } from "node:crypto";
import { missing } from "./fault.ts";

/** A card's behavior, by the last digits of its test number. */
export type CardDoes = "works" | "asks once" | "asks always" | "has no funds" | "fails renewals";

export type Method = {
  id: string;
  customer: string | null;
  does: CardDoes;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  fingerprint: string;
  funding: "credit" | "prepaid";
};
export type Setup = {
  id: string;
  /** Null: the card is authorized and attached to no customer. */
  customer: string | null;
  usage: string;
  metadata: Record<string, string>;
  status: "requires_payment_method" | "requires_action" | "succeeded";
  payment_method: string | null;
  error: string | null;
};
export type Customer = { id: string; metadata: Record<string, string>; defaultMethod: string | null };
export type Price = { id: string; product: string; unit_amount: number; lookup_key: string | null };
export type Intent = {
  id: string;
  customer: string;
  amount: number;
  status: "requires_payment_method" | "requires_action" | "succeeded";
  payment_method: string;
  error: string | null;
  charge: string | null;
};
export type Invoice = {
  id: string;
  number: string;
  customer: string;
  subscription: string;
  status: "open" | "paid" | "void";
  description: string;
  amount: number;
  periodStart: number;
  periodEnd: number;
  intent: string;
  paidAt: number | null;
};
export type Subscription = {
  id: string;
  customer: string;
  item: string;
  price: string;
  method: string;
  status: "incomplete" | "active" | "past_due" | "canceled";
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  latestInvoice: string;
  metadata: Record<string, string>;
};
export type Refund = {
  id: string;
  charge: string;
  amount: number;
  created: number;
  status: "pending" | "succeeded" | "failed";
};
export type Dispute = {
  id: string;
  charge: string;
  amount: number;
  created: number;
  status: "needs_response" | "won" | "lost";
};
/** The account of somebody who is paid out. */
export type ConnectAccount = { id: string; metadata: Record<string, string>; transfers: "inactive" | "active" };
export type Transfer = {
  id: string;
  amount: number;
  destination: string;
  group: string | null;
  metadata: Record<string, string>;
  created: number;
  isReversed: boolean;
};
export type FakeStripeEvent = { id: string; type: string; created: number; object: Record<string, unknown> };

/** The fake's whole state. */
export class World {
  readonly customers = new Map<string, Customer>();
  readonly products = new Map<string, { id: string; name: string }>();
  readonly prices = new Map<string, Price>();
  readonly methods = new Map<string, Method>();
  readonly setups = new Map<string, Setup>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  readonly intents = new Map<string, Intent>();
  readonly charges = new Map<string, { id: string; intent: string; amount: number }>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  readonly accounts = new Map<string, ConnectAccount>();
  readonly transfers = new Map<string, Transfer>();
  /** Our own money at Stripe, in cents. */
  balance = 1_000_000_000;
  /** Events, oldest first; the test delivers them. */
  readonly events: FakeStripeEvent[] = [];

  newId(kind: string): string {
    return `${kind}_${randomBytes(12).toString("hex")}`;
  }

  now(): number {
    return Math.floor(Date.now() / 1000);
  }

  say(type: string, object: Record<string, unknown>): void {
    this.events.push({ id: this.newId("evt"), type, created: this.now(), object });
  }
}

/** @throws StripeFault not found */
export function take<T>(things: Map<string, T>, kind: string, id: string | null): T {
  const thing = id === null ? undefined : things.get(id);
  if (thing === undefined) throw missing(kind, id ?? "");
  return thing;
}

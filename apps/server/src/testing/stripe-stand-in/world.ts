import { randomBytes } from "node:crypto";
import { missing } from "./fault.ts";

/** What a card does, by the end of its test number. */
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
  /** Null: the card is authorised, and attached to nobody. */
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
  status: "pending" | "succeeded";
};
export type StandInEvent = { id: string; type: string; created: number; object: Record<string, unknown> };

/** Everything that the stand-in holds. */
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
  /** What has happened, oldest first; delivering it is up to the test. */
  readonly events: StandInEvent[] = [];

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

/** @throws StripeFault there is none */
export function take<T>(things: Map<string, T>, kind: string, id: string | null): T {
  const thing = id === null ? undefined : things.get(id);
  if (thing === undefined) throw missing(kind, id ?? "");
  return thing;
}

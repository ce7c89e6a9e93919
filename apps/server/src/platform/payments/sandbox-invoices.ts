import { type CardForm, cardBrand } from "@app/contract/cards";
import type { Secrets } from "../crypto/secrets.ts";
import { inTransaction, type Sql } from "../db/database.ts";
import type { PaidInvoice, Refund } from "./payments.ts";
import { newSandboxId, recordEvent, type SandboxDeps } from "./sandbox-events.ts";

const DAY_MS = 86_400_000;

type SandboxInvoice = {
  subscription_id: string;
  card_id: string;
  title: string;
  price_cents: number;
  period_start: Date;
  period_end: Date;
};

/** The bank's reply to a charge: paid, unless it declines or needs the payer's action. */
type Charge = { decline: string | null; needsAction: boolean };

export function chargeCard(behaviour: string, isFirst: boolean): Charge {
  const card = behaviour as CardBehaviour;
  if (card === "has no funds") return { decline: NO_FUNDS, needsAction: false };
  if (card === "fails renewals" && !isFirst) return { decline: DECLINED, needsAction: false };
  // Renewals skip the challenge: the payer is not there to answer it.
  return { decline: null, needsAction: card === "asks always" && isFirst };
}

export async function insertSandboxInvoice(tx: Sql, invoice: SandboxInvoice): Promise<string> {
  const id = newSandboxId("in");
  await tx
    .insertInto("sandbox_invoices")
    .values({ id, status: "open", ...invoice })
    .execute();
  return id;
}

/** Records the bank's reply; a declined charge is retried a day later. */
export async function settleSandboxInvoice(tx: Sql, id: string, charge: Charge, at: Date): Promise<void> {
  const isPaid = charge.decline === null && !charge.needsAction;
  await tx
    .updateTable("sandbox_invoices")
    .set((set) => ({
      status: isPaid ? "paid" : "open",
      paid_at: isPaid ? at : null,
      attempts: set("attempts", "+", 1),
      next_try_at: charge.decline === null ? null : new Date(at.getTime() + DAY_MS),
    }))
    .where("id", "=", id)
    .execute();
}

export async function voidSandboxInvoices(tx: Sql, subscriptionId: string): Promise<void> {
  await tx
    .updateTable("sandbox_invoices")
    .set({ status: "void", next_try_at: null })
    .where("subscription_id", "=", subscriptionId)
    .where("status", "=", "open")
    .execute();
}

export async function selectNewestInvoice(sql: Sql, subscriptionId: string) {
  const row = await sql
    .selectFrom("sandbox_invoices")
    .select(["id", "status"])
    .where("subscription_id", "=", subscriptionId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function selectPaidSandboxInvoice(sql: Sql, id: string): Promise<PaidInvoice | null> {
  const row = await sql
    .selectFrom("sandbox_invoices as i")
    .innerJoin("sandbox_cards as c", "c.id", "i.card_id")
    .selectAll("i")
    .select(["c.brand", "c.last4"])
    .where("i.id", "=", id)
    .where("i.status", "=", "paid")
    .executeTakeFirst();
  if (!row?.paid_at) return null;
  return {
    id: row.id,
    number: `SANDBOX-${String(row.number).padStart(4, "0")}`,
    subscriptionId: row.subscription_id,
    lines: [{ description: `${row.title} plan, one month`, cents: row.price_cents }],
    subtotalCents: row.price_cents,
    taxCents: 0,
    totalCents: row.price_cents,
    card: { brand: row.brand, last4: row.last4 },
    periodStart: row.period_start,
    periodEnd: row.period_end,
    paidAt: row.paid_at,
  };
}

/** In the sandbox, an invoice's charge has the invoice's id. */
export async function findSandboxChargeOfRefund(sql: Sql, id: string): Promise<string | null> {
  const query = sql.selectFrom("sandbox_refunds").select("invoice_id").where("id", "=", id);
  return (await query.executeTakeFirst())?.invoice_id ?? null;
}

export async function listSandboxRefunds(sql: Sql, chargeId: string): Promise<Refund[]> {
  const rows = await sql.selectFrom("sandbox_refunds").selectAll().where("invoice_id", "=", chargeId).execute();
  return rows.map(toRefund);
}

/** Refunds the whole invoice. */
export async function refundInSandbox({ sql, now }: SandboxDeps, invoiceId: string): Promise<Refund | null> {
  return inTransaction(sql, async (tx) => {
    const invoice = await tx
      .selectFrom("sandbox_invoices as i")
      .innerJoin("sandbox_subscriptions as s", "s.id", "i.subscription_id")
      .select(["i.price_cents", "s.customer_id"])
      .where("i.id", "=", invoiceId)
      .where("i.status", "=", "paid")
      .executeTakeFirst();
    if (!invoice) throw new Error("the sandbox has no such paid invoice");
    const refund = await tx
      .insertInto("sandbox_refunds")
      .values({
        id: newSandboxId("re"),
        invoice_id: invoiceId,
        amount_cents: invoice.price_cents,
        refunded_at: now(),
      })
      .onConflict((conflict) => conflict.column("invoice_id").doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!refund) return null;
    await recordEvent(tx, now(), { type: "charge.refunded", objectId: invoiceId, customerId: invoice.customer_id });
    return toRefund(refund);
  });
}

function toRefund(row: { id: string; invoice_id: string; amount_cents: number; refunded_at: Date }): Refund {
  return { id: row.id, invoiceId: row.invoice_id, cents: row.amount_cents, at: row.refunded_at };
}

/** What a test card does after it was added. */
type CardBehaviour = "works" | "prepaid" | "asks once" | "asks always" | "has no funds" | "fails renewals";

const TEST_CARDS: Record<string, CardBehaviour> = {
  "4242424242424242": "works",
  "5555555555554444": "works",
  "5105105105105100": "prepaid",
  "378282246310005": "works",
  "6011111111111117": "works",
  "4000002500003155": "asks once",
  "4000002760003184": "asks always",
  "4000000000009995": "has no funds",
  "4000000000000341": "fails renewals",
};

/** Numbers that are declined when they are added, with Stripe's messages. */
const DECLINED_ON_ADD: Record<string, string> = {
  "4000000000000002": "Your card was declined.",
  "4000000000000069": "Your card has expired.",
  "4000000000000127": "Your card's security code is incorrect.",
  "4000000000000119": "An error occurred while processing your card. Try again in a little bit.",
};

const NOT_A_TEST_CARD = "Your card was declined. This is a test: no money is taken, and only test cards work here.";

const NO_FUNDS = "Your card has insufficient funds.";
const DECLINED = "Your card was declined.";

/** @returns the card's behavior, or the message it is declined with */
export function classifyCard(card: CardForm): { behaviour: CardBehaviour } | { refusal: string } {
  const behaviour = TEST_CARDS[card.number];
  return behaviour ? { behaviour } : { refusal: DECLINED_ON_ADD[card.number] ?? NOT_A_TEST_CARD };
}

/** Everything we save of a card: the number and the security code are dropped here. */
export function toCardColumns(secrets: Secrets, card: CardForm) {
  return {
    brand: cardBrand(card.number),
    last4: card.number.slice(-4),
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: secrets.keyedHash("card", card.number).toString("base64url"),
  };
}

/** For a card that is only checked. The name and the date tell apart people who use the same few test numbers. */
export function toCheckedFingerprint(secrets: Secrets, { number, name, exp_month, exp_year }: CardForm): string {
  return secrets.keyedHash("card", `${number} ${exp_month}/${exp_year} ${name.toLowerCase()}`).toString("base64url");
}

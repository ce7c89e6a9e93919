import { cardBrand } from "@app/contract/cards";
import { NOT_AUTHENTICATED, refuse, settle } from "./money.ts";
import { methodShape, setupShape } from "./shapes.ts";
import { type CardDoes, take, type World } from "./world.ts";

const DOES: Record<string, CardDoes> = {
  "4000002500003155": "asks once",
  "4000002760003184": "asks always",
  "4000000000009995": "has no funds",
  "4000000000000341": "fails renewals",
};

const PREPAID = "5105105105105100";

/** Acts as Stripe's script in the page, the only code that sees card numbers. */
export function openStripePage(world: World) {
  return {
    /** Confirms a setup intent with a card. A declined card leaves its error there. */
    enterCard(clientSecret: string, number: string): void {
      const setup = take(world.setups, "setupintent", clientSecret.split("_secret_")[0] ?? "");
      const digits = number.replaceAll(" ", "");
      if (digits === "4000000000000002") {
        setup.error = "Your card was declined.";
        return;
      }
      const does = DOES[digits] ?? "works";
      const id = world.newId("pm");
      world.methods.set(id, {
        id,
        customer: null,
        does,
        brand: cardBrand(digits),
        last4: digits.slice(-4),
        exp_month: 12,
        exp_year: new Date().getUTCFullYear() + 3,
        fingerprint: `fp${digits.slice(-4)}`,
        funding: digits === PREPAID ? "prepaid" : "credit",
      });
      Object.assign(setup, { payment_method: id, status: "requires_action", error: null });
      if (does !== "asks once" && does !== "asks always") attach(world, setup.id);
    },
    /** Answers the bank's challenge of a setup or a payment, by client secret. */
    answerBank(clientSecret: string, outcome: "complete" | "fail"): void {
      const id = clientSecret.split("_secret_")[0] ?? "";
      if (id.startsWith("seti_")) {
        answerSetup(world, id, outcome);
        return;
      }
      const invoice = [...world.invoices.values()].find((one) => one.intent === id);
      const subscription = take(world.subscriptions, "subscription", invoice?.subscription ?? null);
      if (!invoice) return;
      if (outcome === "complete") settle(world, subscription, invoice);
      else refuse(world, subscription, invoice, NOT_AUTHENTICATED);
    },
  };
}

function answerSetup(world: World, id: string, outcome: "complete" | "fail"): void {
  const setup = take(world.setups, "setupintent", id);
  if (outcome === "complete") attach(world, id);
  else Object.assign(setup, { status: "requires_payment_method", payment_method: null, error: NOT_AUTHENTICATED });
}

function attach(world: World, setupId: string): void {
  const setup = take(world.setups, "setupintent", setupId);
  const method = take(world.methods, "PaymentMethod", setup.payment_method);
  method.customer = setup.customer;
  setup.status = "succeeded";
  world.say("setup_intent.succeeded", setupShape(world, setup, []));
  if (setup.customer !== null) world.say("payment_method.attached", methodShape(method));
}

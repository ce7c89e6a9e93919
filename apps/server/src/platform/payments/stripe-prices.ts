import type { Price } from "./payments.ts";
import { askStripe, findInStripe, type StripeClient } from "./stripe-client.ts";

/**
 * The id of Stripe's own price of this amount. It is made when it is first needed, so that a price that staff
 * set here needs no one to set it there as well.
 */
export async function requirePrice(stripe: StripeClient, price: Price): Promise<string> {
  const lookupKey = `fieldhouse-${price.plan.toLowerCase()}-usd-${price.cents}`;
  const known = await askStripe(() => stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 }));
  const [first] = known.data;
  if (first) return first.id;
  const made = await askStripe(async () =>
    stripe.prices.create(
      {
        product: await requireProduct(stripe, price),
        currency: "usd",
        unit_amount: price.cents,
        recurring: { interval: "month" },
        lookup_key: lookupKey,
      },
      { idempotencyKey: lookupKey },
    ),
  );
  return made.id;
}

async function requireProduct(stripe: StripeClient, price: Price): Promise<string> {
  const id = `fieldhouse-${price.plan.toLowerCase()}`;
  const known = await findInStripe(() => stripe.products.retrieve(id));
  if (known) return known.id;
  const made = await askStripe(() =>
    stripe.products.create({ id, name: `${price.title} plan` }, { idempotencyKey: `product-${id}` }),
  );
  return made.id;
}

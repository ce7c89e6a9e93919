import type { Stripe } from "@stripe/stripe-js";
// The other entry would fetch Stripe's script on every page that imports it.
import { loadStripe as load } from "@stripe/stripe-js/pure";

const STRIPE = "https://js.stripe.com";

type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown };

let isAllowed = false;

/** The page's policy lets no string become the address of a script; Stripe's own origin is the one exception. */
function allowStripeScript(): void {
  if (isAllowed) return;
  isAllowed = true;
  const { trustedTypes } = window as { trustedTypes?: Policies };
  trustedTypes?.createPolicy("default", {
    createScriptURL: (url) => {
      if (new URL(url).origin !== STRIPE) throw new TypeError("not a script of Stripe's");
      return url;
    },
  });
}

export function loadStripe(publishableKey: string): Promise<Stripe | null> {
  allowStripeScript();
  return load(publishableKey);
}

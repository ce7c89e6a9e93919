import type { Subscription } from "./events/subscriptions.ts";

/** What a domain brings to the product; its `manifest.ts` says it, and the product is composed of these. */
export type Domain = {
  /** Delivered in this order, after those of the domains below. */
  subscriptions: readonly Subscription[];
};

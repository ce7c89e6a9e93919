import type { Config } from "#src/config.ts";
import type { Secrets } from "../crypto/secrets.ts";
import type { Sql } from "../db/database.ts";
import type { Payments } from "./payments.ts";
import { createSandboxPayments } from "./sandbox-payments.ts";

type PaymentDeps = { sql: Sql; secrets: Secrets; now: () => Date };

/** Stripe if it is configured, as in production; otherwise the sandbox, without loading Stripe's client. */
export async function createPayments(config: Pick<Config, "stripe">, deps: PaymentDeps): Promise<Payments> {
  if (config.stripe === null) return createSandboxPayments(deps);
  const { createStripePayments } = await import("./stripe-payments.ts");
  return createStripePayments(config.stripe);
}

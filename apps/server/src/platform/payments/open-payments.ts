import type { Config } from "#src/config.ts";
import type { Secrets } from "../crypto/secrets.ts";
import type { Sql } from "../db/database.ts";
import type { Payments } from "./payments.ts";
import { openSandboxPayments } from "./sandbox-payments.ts";

type PaymentDeps = { sql: Sql; secrets: Secrets; now: () => Date };

/** Stripe when it is configured, else the sandbox, without which its client is not loaded; production always has Stripe. */
export async function openPayments(config: Pick<Config, "stripe">, deps: PaymentDeps): Promise<Payments> {
  if (config.stripe === null) return openSandboxPayments(deps);
  const { openStripePayments } = await import("./stripe-payments.ts");
  return openStripePayments(config.stripe);
}

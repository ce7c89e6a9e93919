import type { Config } from "#src/config.ts";
import type { Secrets } from "../crypto/secrets.ts";
import type { Sql } from "../db/database.ts";
import type { Payments } from "./payments.ts";
import { openSandboxPayments } from "./sandbox-payments.ts";
import { openStripePayments } from "./stripe-payments.ts";

type PaymentDeps = { sql: Sql; secrets: Secrets; now: () => Date };

/** Stripe when it is configured, else the sandbox; production always has Stripe. */
export function openPayments(config: Pick<Config, "stripe">, deps: PaymentDeps): Payments {
  return config.stripe === null ? openSandboxPayments(deps) : openStripePayments(config.stripe);
}

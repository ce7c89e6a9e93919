import Stripe from "stripe";
import type { Config } from "#src/config.ts";
import { AppError } from "../errors.ts";
import { CardDeclined } from "./payments.ts";

const TIMEOUT_MS = 15_000;
const RETRIES = 2;

export type StripeClient = Stripe;

export function createStripeClient({ secretKey, apiBase }: NonNullable<Config["stripe"]>): StripeClient {
  const { protocol, hostname, port } = new URL(apiBase);
  return new Stripe(secretKey, {
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    ...(port === "" ? {} : { port }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
}

/**
 * Calls Stripe and maps its errors to ours.
 * @throws CardDeclined; AppError `unavailable` Stripe does not respond, or limits our rate
 */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new CardDeclined(error.message);
    if (
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError
    )
      throw new AppError("unavailable", "The payment provider is not responding. Please try again in a minute.");
    throw error;
  }
}

/** @returns null: Stripe has no such object */
export async function findInStripe<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await callStripe(call);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing") return null;
    throw error;
  }
}

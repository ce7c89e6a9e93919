import Stripe from "stripe";
import type { Config } from "#src/config.ts";
import { AppError } from "../errors.ts";
import { CardDeclined } from "./payments.ts";

const TIMEOUT_MS = 15_000;
const RETRIES = 2;

export type StripeClient = Stripe;

export function openStripe({ secretKey, apiBase }: NonNullable<Config["stripe"]>): StripeClient {
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
 * What Stripe refuses, said in our kinds of errors.
 * @throws CardDeclined; AppError `unavailable` it does not answer, or asks us to wait
 */
export async function askStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new CardDeclined(error.message);
    if (
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError
    )
      throw new AppError("unavailable", "The payment provider does not answer. Please try again in a minute.");
    throw error;
  }
}

/** @returns null where Stripe knows no such thing */
export async function findInStripe<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await askStripe(call);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing") return null;
    throw error;
  }
}

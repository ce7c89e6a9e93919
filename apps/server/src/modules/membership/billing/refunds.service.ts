import { z } from "zod";
import type { Deps } from "#platform/deps.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { insertRefund, selectPayment } from "./invoices.sql.ts";

/** Retried for about two days, because a promised refund must reach the payer. */
export const refundPaymentJob = defineJob({
  name: "billing:refund-payment",
  lane: "short",
  payload: z.strictObject({ invoice_id: z.uuid() }),
  attempts: 20,
  timeoutMs: 2 * 60_000,
  run: (deps, { invoice_id }) => refundPayment(deps, invoice_id),
  async onExhausted(deps, { invoice_id }) {
    deps.log.error({ invoice: invoice_id }, "refund failed for good: refund it at the payment provider");
  },
});

/** Refunds the rest of a payment. A refund that the bank has not confirmed yet is recorded when its event arrives. */
async function refundPayment(deps: Pick<Deps, "sql" | "payments">, invoiceId: string): Promise<void> {
  const payment = await selectPayment(deps.sql, invoiceId);
  if (!payment) return;
  if (payment.provider !== deps.payments.provider)
    throw new Error(`the payment was taken by ${payment.provider}, which is no longer the provider`);
  const refund = await deps.payments.refund(payment.provider_id);
  if (refund) await insertRefund(deps.sql, refund);
}

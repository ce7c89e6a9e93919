import type { Deps } from "#platform/deps.ts";
import { insertRefund, selectPayment } from "./invoices.sql.ts";

/** Gives back what is left of a payment. One that the bank still thinks about is written down when its event comes. */
export async function refundPayment(deps: Pick<Deps, "sql" | "payments">, invoiceId: string): Promise<void> {
  const payment = await selectPayment(deps.sql, invoiceId);
  if (!payment) return;
  if (payment.provider !== deps.payments.provider)
    throw new Error(`this payment was taken by ${payment.provider}, which is not the provider now`);
  const refund = await deps.payments.refund(payment.provider_id);
  if (refund) await insertRefund(deps.sql, refund);
}

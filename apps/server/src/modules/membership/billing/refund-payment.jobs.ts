import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { refundPayment } from "./refund-payment.service.ts";

/** Tried for two days: money that was promised back has to go back. */
export const refundPaymentJob = defineJob({
  name: "billing:refund-payment",
  lane: "short",
  payload: z.strictObject({ invoice_id: z.uuid() }),
  attempts: 20,
  timeoutMs: 2 * 60_000,
  run: (deps, { invoice_id }) => refundPayment(deps, invoice_id),
  async giveUp(deps, { invoice_id }) {
    deps.log.error({ invoice: invoice_id }, "a refund was given up: give it at the payment provider");
  },
});

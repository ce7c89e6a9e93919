import { z } from "zod";
import { requiredText } from "./earner-fields.ts";
import { cursorPagination, cursorQuery, defineRoute, nothing } from "./http.ts";
import { PAYOUT_HOLDS, payout, payoutId } from "./payouts.ts";
import { csvFile } from "./tax.ts";

export const BATCH_STATES = ["preparing", "ready", "voided"] as const;

/** More earners are not put into one CSV file, which then says so. */
export const WAITING_IN_CSV_MAX = 5_000;

export const BATCH_MESSAGES = {
  made: "The batch is ready.",
  exists: "This month already has a batch. Anyone who can be paid now will be in the next one.",
  empty: "Nobody can be paid right now.",
  paid: "Marked as paid.",
  paidButHeld: "Marked as paid, except for those on hold.",
  failed: "The money is back in the earner's balance.",
  voided: "The batch is voided, and the money is back in the balances.",
  sending: "Sending the payouts by Stripe.",
  notReady: "This batch is not ready.",
  begun: "Some payouts of this batch were already paid or sent, so it cannot be voided. Mark the others as failed.",
  future: "The date is in the future.",
  early: "The date is before the batch was made.",
} as const;

const batchId = z.uuid().brand("PayoutBatchId");

export const payoutBatch = z.object({
  id: batchId,
  /** Counts up by one. */
  number: z.int(),
  /** YYYY-MM. */
  month: z.string(),
  state: z.enum(BATCH_STATES),
  /** SHA-256 of its lines; null while it is being prepared. */
  checksum: z.string().nullable(),
  /** In the platform's time zone. */
  created_on: z.iso.date(),
  void_reason: z.string().nullable(),
  payouts: z.int(),
  total_cents: z.int(),
  in_transit: z.int(),
  paid: z.int(),
  failed: z.int(),
  /** How many wait to be sent by Stripe. */
  to_send: z.int(),
  to_send_cents: z.int().default(0),
  can: z.object({ void: z.boolean(), mark_paid: z.boolean(), send: z.boolean() }),
});
export type PayoutBatch = z.infer<typeof payoutBatch>;

/** A payout as staff see it. */
export const staffPayout = payout.extend({
  earner: z.string(),
  is_sent: z.boolean(),
  /** Why it must not be paid now; null: it can be. */
  hold: z.enum(PAYOUT_HOLDS).nullable(),
  can: z.object({ mark_paid: z.boolean(), mark_failed: z.boolean() }),
});
export type StaffPayout = z.infer<typeof staffPayout>;

const paidOn = z.iso.date();
const reason = requiredText("Reason", 200);

export const payoutBatchRoutes = {
  list: defineRoute({
    name: "payoutBatches.list",
    summary: "List the batches of payouts, newest first",
    method: "GET",
    path: "/admin/payout-batches",
    access: "admin",
    query: cursorQuery,
    data: z.object({
      batches: z.array(payoutBatch),
      /** In the platform's time zone: the last day on which a payout can be marked as paid. */
      today: z.iso.date(),
      pagination: cursorPagination,
    }),
  }),
  make: defineRoute({
    name: "payoutBatches.make",
    summary: "Make this month's batch now; null if nobody can be paid",
    method: "POST",
    path: "/admin/payout-batches",
    access: "admin",
    data: payoutBatch.nullable(),
    writes: "payout_batches",
  }),
  payouts: defineRoute({
    name: "payoutBatches.payouts",
    summary: "List the payouts of a batch",
    method: "GET",
    path: "/admin/payout-batches/:id/payouts",
    access: "admin",
    params: { id: batchId },
    query: cursorQuery,
    data: z.object({ batch: payoutBatch, payouts: z.array(staffPayout), pagination: cursorPagination }),
  }),
  exportCsv: defineRoute({
    name: "payoutBatches.export",
    summary: "Export a batch for the bank: who gets how much, and where; the audit log has it",
    method: "POST",
    path: "/admin/payout-batches/:id/export",
    access: "admin",
    params: { id: batchId },
    data: csvFile,
  }),
  exportWaiting: defineRoute({
    name: "payoutBatches.exportWaiting",
    summary: "Export who has an available balance and is not paid, with the reasons; the audit log has it",
    method: "POST",
    path: "/admin/payouts-waiting/export",
    access: "admin",
    data: csvFile,
  }),
  markPaid: defineRoute({
    name: "payoutBatches.markPaid",
    summary: "Mark all payouts of a batch that were made by hand as paid, except for those on hold",
    method: "POST",
    path: "/admin/payout-batches/:id/paid",
    access: "admin",
    params: { id: batchId },
    body: { paid_on: paidOn },
    data: z.object({ marked: z.int(), held: z.int() }),
  }),
  send: defineRoute({
    name: "payoutBatches.send",
    summary: "Send the payouts of a batch that go by Stripe now",
    method: "POST",
    path: "/admin/payout-batches/:id/send",
    access: "admin",
    params: { id: batchId },
    data: nothing,
  }),
  void: defineRoute({
    name: "payoutBatches.void",
    summary: "Void a batch of which nothing was paid yet",
    method: "POST",
    path: "/admin/payout-batches/:id/void",
    access: "admin",
    params: { id: batchId },
    body: { reason },
    data: nothing,
  }),
  markOnePaid: defineRoute({
    name: "payoutBatches.markOnePaid",
    summary: "Mark a payout as paid",
    method: "POST",
    path: "/admin/payouts/:id/paid",
    access: "admin",
    params: { id: payoutId },
    body: { paid_on: paidOn },
    data: nothing,
  }),
  markOneFailed: defineRoute({
    name: "payoutBatches.markOneFailed",
    summary: "Mark a payout as failed, which returns the money to the earner's balance",
    method: "POST",
    path: "/admin/payouts/:id/failed",
    access: "admin",
    params: { id: payoutId },
    /** The earner reads it. */
    body: { reason },
    data: nothing,
  }),
};

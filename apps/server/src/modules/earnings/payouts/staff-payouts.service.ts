import { DELETED_USER } from "@app/contract/brand";
import { toAmount, toCsv } from "@app/contract/formats";
import {
  BATCH_MESSAGES,
  type PayoutBatch,
  type payoutBatchRoutes,
  type StaffPayout,
  WAITING_IN_CSV_MAX,
} from "@app/contract/payout-batches";
import {
  HOLDS_IN_SHORT,
  HURDLES_IN_SHORT,
  METHOD_LABELS,
  type PayoutHold,
  type payoutRoutes,
} from "@app/contract/payouts";
import type { CsvFile } from "@app/contract/tax";
import type { z } from "zod";
import { recordAudit } from "#platform/audit.ts";
import { toChunks } from "#platform/chunks.ts";
import { dayIn } from "#platform/days.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { readPage } from "#platform/pagination.ts";
import type { Member } from "#platform/viewer.ts";
import { type BatchDeps, currentMonth, makeBatch } from "./batches.service.ts";
import { decryptAddress, decryptCheckCopy, decryptCopy, findHolds, type Payee, readPayees } from "./payees.service.ts";
import { type CandidateRow, selectCandidates } from "./payees.sql.ts";
import { findHurdles } from "./payouts.policy.ts";
import {
  type BatchPayoutRow,
  type BatchRow,
  countBatches,
  countOwnPayouts,
  type PayeeRow,
  type PayoutRow,
  selectBatch,
  selectBatches,
  selectBatchPayouts,
  selectOpenBatch,
  selectOwnPayouts,
  selectPayees,
} from "./payouts.sql.ts";
import { sendBatchJob } from "./send-payouts.service.ts";
import { canMarkFailed, canMarkPaid } from "./settle-payouts.service.ts";

/** Bounds the length of a statement of the waiting list. */
const EARNERS_PER_STATEMENT = 500;
/** Nobody pages further. */
const LISTED_MAX = 10_000;

type ReadDeps = Pick<Deps, "sql" | "secrets" | "config">;
type Own = (typeof payoutRoutes)["list"];
type List = (typeof payoutBatchRoutes)["list"];
type Payouts = (typeof payoutBatchRoutes)["payouts"];

export async function listOwnPayouts(
  deps: ReadDeps,
  { accountId }: Member,
  query: z.output<Own["query"]>,
): Promise<z.input<Own["data"]>> {
  const { rows, pagination } = await readPage(deps, {
    name: `payouts ${accountId}`,
    maxRows: LISTED_MAX,
    query,
    read: (range) => selectOwnPayouts(deps.sql, accountId, range),
    count: () => countOwnPayouts(deps.sql, accountId),
  });
  return { payouts: rows.map((row) => toPayout(deps, row)), pagination };
}

function toPayout({ config }: ReadDeps, row: PayoutRow): z.input<Own["data"]>["payouts"][number] {
  const toDay = (moment: Date | null) => moment && dayIn(moment, config.platformTimeZone);
  return {
    id: row.id,
    amount_cents: row.amount_cents,
    method: row.method,
    state: row.state,
    created_on: dayIn(row.created_at, config.platformTimeZone),
    paid_on: toDay(row.paid_at),
    failed_on: toDay(row.failed_at),
    failure: row.failure,
  };
}

export async function listBatches(
  deps: ReadDeps & Pick<Deps, "now">,
  query: z.output<List["query"]>,
): Promise<z.input<List["data"]>> {
  const { rows, pagination } = await readPage(deps, {
    name: "payout batches",
    maxRows: LISTED_MAX,
    query,
    read: (range) => selectBatches(deps.sql, range),
    count: () => countBatches(deps.sql),
  });
  const today = dayIn(deps.now(), deps.config.platformTimeZone);
  return { batches: rows.map((row) => toBatch(deps, row)), today, pagination };
}

type MadeBatch = { batch: z.input<typeof payoutBatchRoutes.make.data>; isNew: boolean };

/** @throws AppError `conflict` staff have not entered the tax year */
export async function makeBatchNow(deps: BatchDeps, staff: Member): Promise<MadeBatch> {
  const open = await selectOpenBatch(deps.sql, currentMonth(deps));
  const id = await makeBatch(deps, staff);
  const row = id === null ? null : await selectBatch(deps.sql, id);
  return { batch: row && toBatch(deps, row), isNew: open?.state !== "ready" };
}

/** @throws AppError `not_found` */
export async function listBatchPayouts(
  deps: ReadDeps & Pick<Deps, "now">,
  id: string,
  query: z.output<Payouts["query"]>,
): Promise<z.input<Payouts["data"]>> {
  const batch = await requireBatch(deps, id);
  const { rows, pagination } = await readPage(deps, {
    name: `payouts of batch ${id}`,
    maxRows: LISTED_MAX,
    query,
    read: (range) => selectBatchPayouts(deps.sql, id, range),
    count: async () => batch.payouts,
  });
  const holds = await findHolds(deps, deps.sql, rows);
  const payouts = rows.map((row) => ({
    ...toPayout(deps, row),
    ...toStaffView(row, batch, holds.get(row.id) ?? null),
  }));
  return { batch: toBatch(deps, batch), payouts, pagination };
}

/** What staff see beyond what the earner sees. */
function toStaffView(
  row: BatchPayoutRow,
  { state }: BatchRow,
  hold: PayoutHold | null,
): Pick<StaffPayout, "earner" | "is_sent" | "hold" | "can"> {
  const isReady = state === "ready";
  return {
    earner: row.username ?? DELETED_USER,
    is_sent: row.sent_at !== null,
    hold,
    can: { mark_paid: isReady && canMarkPaid(row), mark_failed: isReady && canMarkFailed(row) },
  };
}

async function requireBatch(deps: Pick<Deps, "sql">, id: string): Promise<BatchRow> {
  const batch = await selectBatch(deps.sql, id);
  if (!batch) throw notFound();
  return batch;
}

function toBatch(
  { config }: Pick<Deps, "config">,
  { by_hand, sent, created_at, ...row }: BatchRow,
): z.input<List["data"]>["batches"][number] {
  const isReady = row.state === "ready";
  const can: PayoutBatch["can"] = {
    void: isReady && sent === 0,
    mark_paid: isReady && by_hand > 0,
    send: isReady && row.to_send > 0,
  };
  return { ...row, created_on: dayIn(created_at, config.platformTimeZone), can };
}

/**
 * For the bank: what is in transit, what is on hold, and what was paid already.
 * @throws AppError `not_found`; `conflict` not ready
 */
export async function exportBatch(
  deps: ReadDeps & Pick<Deps, "now">,
  staff: Member,
  id: string,
): Promise<{ file_name: string; csv: string }> {
  return inTransaction(deps.sql, async (tx) => {
    const batch = await requireBatch({ sql: tx }, id);
    if (batch.state !== "ready") throw new AppError("conflict", BATCH_MESSAGES.notReady);
    const rows = await selectPayees(tx, id);
    const subject = { kind: "payout_batch" as const, id };
    await recordAudit(tx, { staff, action: "payout_batch.exported", subject, after: { payouts: rows.length } });
    const holds = await findHolds(deps, tx, rows);
    const lines = rows.map((row) => toCsvRow(deps, row, batch, holds.get(row.id) ?? null));
    return {
      file_name: `payouts-${batch.number}-${batch.month}.csv`,
      csv: toCsv([CSV_HEADER, ...lines]),
    };
  });
}

const CSV_HEADER = [
  ...["Batch", "Payout", "Username", "Payee", "Amount (USD)", "Method", "Pay to", "Street", "City", "State", "ZIP"],
  ...["Status", "Checksum of the batch"],
];

function toCsvRow(
  deps: Pick<Deps, "secrets">,
  row: PayeeRow,
  batch: BatchRow,
  hold: PayoutHold | null,
): (string | number | null)[] {
  const { payee, address } = toCheckFields(deps, row);
  const status = hold === null ? row.state : `on hold (${HOLDS_IN_SHORT[hold]})`;
  return [
    ...[batch.number, row.id, row.username, payee, toAmount(row.amount_cents), METHOD_LABELS[row.method]],
    ...[toPayTo(deps, row), ...address, status, batch.checksum],
  ];
}

type CheckFields = { payee: string | null; address: (string | null)[] };

function toCheckFields(deps: Pick<Deps, "secrets">, row: PayeeRow): CheckFields {
  if (row.method !== "check") return { payee: row.payee, address: [null, null, null, null] };
  // As when the batch was made. Batches of earlier releases have no copy.
  if (!row.encrypted_copy) return { payee: row.payee, address: [row.street, row.city, row.address_state, row.zipcode] };
  const { payee, street, city, state, zipcode } = decryptCheckCopy(deps, row.id, row.encrypted_copy);
  return { payee, address: [street, city, state, zipcode] };
}

function toPayTo(deps: Pick<Deps, "secrets">, row: PayeeRow): string | null {
  if (row.method === "stripe") return row.stripe_id;
  if (row.method === "check" || !row.encrypted_address) return null;
  // As when the batch was made, so that two files of it are the same.
  if (row.encrypted_copy) return decryptCopy(deps, row.id, row.encrypted_copy);
  return decryptAddress(deps, row.earner_id, row.encrypted_address);
}

/** @throws AppError `not_found`; `conflict` not ready */
export async function sendBatchNow(deps: Pick<Deps, "sql">, staff: Member, id: string): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const batch = await requireBatch({ sql: tx }, id);
    if (batch.state !== "ready") throw new AppError("conflict", BATCH_MESSAGES.notReady);
    await enqueue(tx, sendBatchJob, { batch_id: id });
    const subject = { kind: "payout_batch" as const, id };
    await recordAudit(tx, { staff, action: "payout_batch.sent", subject, after: { payouts: batch.to_send } });
  });
}

const HEADER = ["Username", "Available (USD)", "Method", "Waits for"];

/** Everybody with an available balance, and why it is not paid. Read before the transaction that records it. */
export async function exportWaiting(deps: Pick<Deps, "sql" | "config" | "now">, staff: Member): Promise<CsvFile> {
  const limit = WAITING_IN_CSV_MAX;
  const candidates = await selectCandidates(deps.sql, { minimumCents: 1, after: null, limit: limit + 1 });
  const rows: string[][] = [];
  for (const some of toChunks(candidates.slice(0, limit), EARNERS_PER_STATEMENT)) {
    const ids = some.map(({ id }) => id);
    const payees = await readPayees(deps, deps.sql, ids);
    rows.push(...some.map((candidate) => toRow(candidate, payees.get(candidate.id) ?? null)));
  }
  await inTransaction(deps.sql, (tx) =>
    recordAudit(tx, {
      staff,
      action: "payouts_waiting.exported",
      subject: { kind: "setting", id: "payouts" },
      after: { earners: rows.length },
    }),
  );
  const day = dayIn(deps.now(), deps.config.platformTimeZone);
  const end = candidates.length > limit ? [[`More than ${limit} earners wait. The others are not in this file.`]] : [];
  return { file_name: `payouts-waiting-${day}.csv`, csv: toCsv([HEADER, ...rows, ...end]) };
}

function toRow({ cents, username, is_banned }: CandidateRow, payee: Payee | null): string[] {
  const hurdles = payee === null ? [] : findHurdles(payee.facts).map((hurdle) => HURDLES_IN_SHORT[hurdle]);
  const reasons = [
    ...(payee === null ? ["The account is deleted: staff decide"] : []),
    ...(is_banned ? ["Banned: staff decide"] : []),
    ...hurdles,
  ];
  const method = payee?.facts.method ?? null;
  return [
    ...[username ?? DELETED_USER, toAmount(cents), method === null ? "" : METHOD_LABELS[method]],
    reasons.length === 0 ? "The next batch" : reasons.join("; "),
  ];
}

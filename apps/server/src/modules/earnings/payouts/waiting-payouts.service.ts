import { toAmount, toCsv } from "@app/contract/csv";
import { WAITING_IN_CSV_MAX } from "@app/contract/payout-batches";
import { HURDLES_IN_SHORT, METHOD_LABELS } from "@app/contract/payouts";
import type { CsvFile } from "@app/contract/tax";
import { toPlatformDay } from "#modules/earnings/earnings/months.policy.ts";
import { recordAudit } from "#platform/audit.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { ERASED_NAME } from "#platform/personal-data.ts";
import type { Member } from "#platform/viewer.ts";
import { readPayee } from "./payees.service.ts";
import { type CandidateRow, selectCandidates } from "./payees.sql.ts";
import { findHurdles } from "./payouts.policy.ts";

const HEADER = ["Username", "Available (USD)", "Method", "Waits for"];

/** Everybody with an available balance, and why it is not paid. Read before the transaction that records it. */
export async function exportWaiting(deps: Pick<Deps, "sql" | "config" | "now">, staff: Member): Promise<CsvFile> {
  const limit = WAITING_IN_CSV_MAX;
  const candidates = await selectCandidates(deps.sql, { minimumCents: 1, after: null, limit: limit + 1 });
  const rows: string[][] = [];
  for (const candidate of candidates.slice(0, limit)) rows.push(await toRow(deps, candidate));
  await inTransaction(deps.sql, (tx) =>
    recordAudit(tx, {
      staff,
      action: "payouts_waiting.exported",
      subject: { kind: "setting", id: "payouts" },
      after: { earners: rows.length },
    }),
  );
  const day = toPlatformDay(deps.now(), deps.config.platformTimeZone);
  const end = candidates.length > limit ? [[`More than ${limit} earners wait. The others are not in this file.`]] : [];
  return { file_name: `payouts-waiting-${day}.csv`, csv: toCsv([HEADER, ...rows, ...end]) };
}

async function toRow(
  deps: Pick<Deps, "sql" | "config" | "now">,
  { id, cents, username, is_banned }: CandidateRow,
): Promise<string[]> {
  const payee = await readPayee(deps, deps.sql, id);
  const hurdles = payee === null ? [] : findHurdles(payee.facts).map((hurdle) => HURDLES_IN_SHORT[hurdle]);
  const reasons = [
    ...(payee === null ? ["The account is deleted: staff decide"] : []),
    ...(is_banned ? ["Banned: staff decide"] : []),
    ...hurdles,
  ];
  const method = payee?.facts.method ?? null;
  return [
    ...[username ?? ERASED_NAME, toAmount(cents), method === null ? "" : METHOD_LABELS[method]],
    reasons.length === 0 ? "The next batch" : reasons.join("; "),
  ];
}

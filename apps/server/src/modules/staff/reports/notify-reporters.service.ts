import { z } from "zod";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { type LockedCase, lockCase, markNotified } from "./queue.sql.ts";

/** Each is an event of its own, and its transaction locks the live rooms of all. */
const AT_ONCE = 100;

/** Each page is one transaction with its progress, so a retry resumes, and nobody is notified twice. */
async function notifyReporters(deps: Pick<Deps, "sql" | "events">, caseId: string, signal: AbortSignal): Promise<void> {
  let notified = AT_ONCE;
  while (notified === AT_ONCE) {
    signal.throwIfAborted();
    notified = await inTransaction(deps.sql, (tx) => notifySome(deps, tx, caseId));
  }
}

/** Locks the case, so that a second run does not notify the same people. @returns how many were notified */
async function notifySome(deps: Pick<Deps, "events">, tx: Tx, caseId: string): Promise<number> {
  const decided = await lockCase(tx, caseId);
  if (decided === null) return 0;
  const note = decided.decision === "keep" ? keptInWords(decided) : "We acted on it. Thank you.";
  const reporters = await markNotified(tx, caseId, AT_ONCE);
  for (const account_id of reporters)
    await deps.events.publish(tx, "moderation.decided", {
      account_id,
      decision: "report_decided",
      subject_id: caseId,
      content_id: null,
      note,
    });
  return reporters.length;
}

function keptInWords({ was_gone }: LockedCase): string {
  return was_gone ? "It had already been deleted." : "It follows our guidelines.";
}

export const notifyReportersJob = defineJob({
  name: "reports:notify-reporters",
  lane: "bulk",
  payload: z.object({ case_id: z.uuid() }),
  attempts: 10,
  timeoutMs: 10 * 60_000,
  run: (deps, { case_id }, signal) => notifyReporters(deps, case_id, signal),
});

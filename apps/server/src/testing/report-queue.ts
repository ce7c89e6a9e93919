import { type QueueLane, reportQueueRoutes } from "@app/contract/report-queue";
import type { TestPerson } from "./people.ts";

/** What a member of staff does in the queue of reports. */
export function queueOf(staff: TestPerson) {
  const queue = (lane: QueueLane = "open", more = {}) =>
    staff.call(reportQueueRoutes.list, { query: { lane, ...more } });
  const firstCase = async (lane: QueueLane = "open") => {
    const [first] = (await queue(lane)).cases;
    if (!first) throw new Error(`Nothing is ${lane}.`);
    return first;
  };
  const decide = (caseId: string, decision: "keep" | "remove" | "warn", reason = "Against the guidelines") =>
    staff.call(reportQueueRoutes.decide, { params: { id: caseId }, body: { decision, reason } });
  const decideAppeal = (caseId: string, decision: "uphold" | "overturn") =>
    staff.call(reportQueueRoutes.decideAppeal, { params: { id: caseId }, body: { decision, reason: "Looked again" } });
  return { queue, firstCase, decide, decideAppeal };
}

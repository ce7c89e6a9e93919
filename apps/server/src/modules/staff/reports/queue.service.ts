import type { AuditAction } from "@app/contract/audit";
import type { EventInputs } from "@app/contract/events";
import type { AccountId } from "@app/contract/ids";
import {
  QUEUE_MAX,
  QUEUE_MESSAGES,
  type QueueLane,
  REPORTS_SHOWN,
  type reportQueueRoutes,
  WAITING_COUNTED_MAX,
} from "@app/contract/report-queue";
import type { CaseSubject } from "@app/contract/reports";
import type { z } from "zod";
import { hideChannelOf, hideContent, showChannelOf, showHiddenContent } from "#modules/catalog/index.ts";
import { deleteComment, flushCommentCounts, restoreComment } from "#modules/engagement/index.ts";
import { liftAppealed, suspendIn, upholdAppealed } from "#modules/identity/index.ts";
import { recordAudit, whatChanged } from "#platform/audit.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { type PageQuery, readPage } from "#platform/pagination.ts";
import type { Member } from "#platform/viewer.ts";
import { notifyReportersJob } from "./notify-reporters.service.ts";
import { toCase } from "./queue.presenter.ts";
import {
  countAboutMinors,
  countLane,
  type LockedCase,
  lockCase,
  selectCases,
  selectReportsOf,
  selectThreads,
  setAppealDecision,
  setDecision,
} from "./queue.sql.ts";

type QueueDeps = Pick<Deps, "sql" | "events" | "log" | "config" | "secrets" | "now">;

export async function listCases(
  deps: Pick<Deps, "sql" | "secrets">,
  staff: Member,
  query: PageQuery & { lane: QueueLane },
): Promise<z.input<(typeof reportQueueRoutes)["list"]["data"]>> {
  const { rows, pagination } = await readPage(deps, {
    name: `report queue ${query.lane}`,
    maxRows: QUEUE_MAX,
    query,
    read: (range) => selectCases(deps.sql, query.lane, range),
    count: () => countLane(deps.sql, query.lane, QUEUE_MAX),
  });
  const ids = rows.map(({ id }) => id);
  const comments = rows.filter((row) => row.subject_kind === "comment").map((row) => row.subject_id);
  const [reports, threads, open, aboutMinors, appeals] = await Promise.all([
    selectReportsOf(deps.sql, ids, REPORTS_SHOWN),
    selectThreads(deps.sql, comments),
    countLane(deps.sql, "open", WAITING_COUNTED_MAX),
    countAboutMinors(deps.sql, WAITING_COUNTED_MAX),
    countLane(deps.sql, "appeals", WAITING_COUNTED_MAX),
  ]);
  const reportsOf = Map.groupBy(reports, (report) => report.case_id);
  const threadOf = Map.groupBy(threads, (one) => one.of);
  return {
    cases: rows.map((row) => toCase(row, staff, reportsOf.get(row.id) ?? [], threadOf.get(row.subject_id) ?? [])),
    waiting: { open, about_minors: aboutMinors, appeals },
    pagination,
  };
}

type Decision = { decision: "keep" | "remove" | "warn" | "suspend"; reason: string; days?: number | undefined };

const AUDITED = {
  keep: "report.kept",
  remove: "report.removed",
  warn: "report.warned",
} as const;

/**
 * Decides about everything reported of one thing, and tells its owner and whoever reported it.
 * @throws AppError `not_found`; `conflict` it was decided before, or is gone, or its owner is banned or suspended for
 * longer; `invalid_input` a reason is missing
 */
export async function decide(
  deps: QueueDeps,
  staff: Member,
  id: string,
  { decision, reason, days }: Decision,
): Promise<void> {
  requireFields({ decision, reason, days });
  await inTransaction(deps.sql, async (tx) => {
    const found = await requireUndecided(tx, staff, id);
    const removes = REMOVING.has(decision);
    const hasRemoved = removes && (await remove(tx, found));
    if (decision === "remove" && !hasRemoved) throw new AppError("conflict", QUEUE_MESSAGES.gone);
    const suspendedAt =
      days !== undefined && decision === "suspend"
        ? await suspendOwner(deps, tx, staff, { found, reason, days, removed: hasRemoved ? found.subject_kind : null })
        : null;
    const isShownAgain = !removes && found.is_hidden && (await restore(tx, found)) === "shown";
    await setDecision(tx, { caseId: id, outcome: decision, reason, staffId: staff.accountId, suspendedAt, hasRemoved });
    const [before, after] = whatChanged({ hidden: found.is_hidden }, { hidden: hasRemoved });
    const subject = { kind: found.subject_kind, id: found.subject_id };
    await recordAudit(tx, { staff, action: toAction(decision, hasRemoved), reason, subject, before, after });
    const told = toNotices(found, { isRemoved: hasRemoved, isShownAgain, isWarned: decision === "warn", reason });
    for (const notice of told) await publishToOwner(deps, tx, found, notice);
    await enqueue(tx, notifyReportersJob, { case_id: found.id });
  });
  await flushCommentCounts(deps);
}

function toAction(decision: Decision["decision"], hasRemoved: boolean): AuditAction {
  if (decision === "suspend") return hasRemoved ? "report.removed" : "report.suspended";
  return AUDITED[decision];
}

function requireFields({ decision, reason, days }: Decision): void {
  if (decision !== "keep" && reason === "") throw fieldError("reason", "Please give a reason.");
  if (decision === "suspend" && days === undefined) throw fieldError("days", "Days is a required field");
}

async function suspendOwner(
  deps: QueueDeps,
  tx: Tx,
  staff: Member,
  { found, ...suspended }: { found: LockedCase; reason: string; days: number; removed: CaseSubject | null },
): Promise<string> {
  if (found.owner_id === null) throw new AppError("conflict", QUEUE_MESSAGES.gone);
  return suspendIn(deps, tx, staff, { id: found.owner_id as AccountId, ...suspended });
}

/** What the owner is told of a decision. */
function toNotices(
  { subject_kind }: LockedCase,
  of: { isRemoved: boolean; isShownAgain: boolean; isWarned: boolean; reason: string },
): { decision: NoticeKind; note: string | null }[] {
  return [
    ...(of.isRemoved && subject_kind !== "account" ? [{ decision: REMOVED[subject_kind], note: of.reason }] : []),
    ...(of.isShownAgain && subject_kind !== "account" ? [{ decision: RESTORED[subject_kind], note: null }] : []),
    ...(of.isWarned ? [{ decision: "warned" as const, note: of.reason }] : []),
  ];
}

const REMOVING: ReadonlySet<Decision["decision"]> = new Set(["remove", "suspend"]);

type AppealDecision = { decision: "uphold" | "overturn"; reason: string };

/**
 * Decides an appeal; never by the person who made the decision.
 * @returns false if it was reversed and there was nothing left to restore
 * @throws AppError `not_found` there is no appeal; `conflict` it was decided before, or by oneself
 */
export async function decideAppeal(
  deps: QueueDeps,
  staff: Member,
  id: string,
  { decision, reason }: AppealDecision,
): Promise<boolean> {
  const isDone = await inTransaction(deps.sql, async (tx) => {
    const found = await requireAppealed(tx, staff, id);
    const isReversed = decision === "overturn";
    const isToRestore = isReversed && found.has_removed && found.subject_kind !== "account";
    const restored = isToRestore ? await restore(tx, found) : null;
    const isShownAgain = restored === "shown";
    if (isReversed) await lift(deps, tx, staff, { found, reason });
    else await uphold(deps, tx, { found, reason });
    await setAppealDecision(tx, { caseId: id, outcome: decision, reason, staffId: staff.accountId });
    await recordAudit(tx, {
      staff,
      action: isReversed ? "appeal.reversed" : "appeal.upheld",
      reason,
      subject: { kind: found.subject_kind, id: found.subject_id },
      // What becomes of an account is an entry of its own.
      ...(found.subject_kind !== "account" && {
        before: { hidden: found.has_removed },
        after: { hidden: found.has_removed && !isShownAgain },
      }),
    });
    const told = toNotices(found, { isRemoved: false, isShownAgain, isWarned: false, reason });
    for (const notice of [...told, { decision: "appeal_decided" as const, note: reason }])
      await publishToOwner(deps, tx, found, notice);
    return !isToRestore || restored !== null;
  });
  await flushCommentCounts(deps);
  return isDone;
}

type Appealed = { found: LockedCase; reason: string };

/** The suspension that was decided with it ends as well. */
async function lift(deps: QueueDeps, tx: Tx, staff: Member, { found, reason }: Appealed): Promise<void> {
  const { owner_id, suspended_at: beganAt } = found;
  if (owner_id !== null && beganAt !== null)
    await liftAppealed(deps, tx, staff, { id: owner_id as AccountId, beganAt, reason });
}

async function uphold(deps: QueueDeps, tx: Tx, { found, reason }: Appealed): Promise<void> {
  const { owner_id, suspended_at: beganAt } = found;
  if (owner_id !== null && beganAt !== null)
    await upholdAppealed(deps, tx, { id: owner_id as AccountId, beganAt, reason });
}

async function requireCase(tx: Tx, id: string): Promise<LockedCase> {
  const found = await lockCase(tx, id);
  if (!found) throw notFound();
  return found;
}

async function requireUndecided(tx: Tx, staff: Member, id: string): Promise<LockedCase> {
  const found = await requireCase(tx, id);
  if (found.decision !== null) throw new AppError("conflict", QUEUE_MESSAGES.decidedBefore);
  if (found.owner_id === staff.accountId) throw new AppError("conflict", QUEUE_MESSAGES.ownCase);
  return found;
}

async function requireAppealed(tx: Tx, staff: Member, id: string): Promise<LockedCase> {
  const found = await requireCase(tx, id);
  if (!found.is_appealed) throw notFound();
  if (found.is_appeal_decided) throw new AppError("conflict", QUEUE_MESSAGES.decidedBefore);
  if (found.decided_by === staff.accountId) throw new AppError("conflict", QUEUE_MESSAGES.ownDecision);
  if (found.owner_id === staff.accountId) throw new AppError("conflict", QUEUE_MESSAGES.ownCase);
  return found;
}

/** @returns false if it is gone */
async function remove(tx: Tx, { subject_kind, subject_id, owner_id, is_hidden }: LockedCase): Promise<boolean> {
  // It may have been shown again since the case hid it.
  if (subject_kind === "content") return (await hideContent(tx, subject_id)) || is_hidden;
  if (owner_id === null) return false;
  if (subject_kind === "comment") return deleteComment(tx, subject_id, "staff");
  await hideChannelOf(tx, owner_id, "staff");
  return true;
}

/** @returns `hidden` if something else still hides it; null if there was nothing left to restore */
async function restore(tx: Tx, { subject_kind, subject_id, owner_id }: LockedCase): Promise<"shown" | "hidden" | null> {
  if (subject_kind === "content") return showHiddenContent(tx, subject_id);
  if (subject_kind === "comment") {
    const status = await restoreComment(tx, subject_id);
    if (status === null) return null;
    return status === "held" ? "hidden" : "shown";
  }
  if (subject_kind === "account" || owner_id === null) return null;
  return (await showChannelOf(tx, owner_id, "staff")) ? "shown" : "hidden";
}

const REMOVED = { content: "content_hidden", comment: "comment_removed", channel: "channel_hidden" } as const;
const RESTORED = { content: "content_restored", comment: "comment_restored", channel: "channel_restored" } as const;

type NoticeKind = EventInputs["moderation.decided"]["decision"];

async function publishToOwner(
  deps: Pick<Deps, "events">,
  tx: Tx,
  { id, owner_id, content_id }: LockedCase,
  { decision, note }: { decision: NoticeKind; note: string | null },
): Promise<void> {
  if (owner_id === null) return;
  await deps.events.publish(tx, "moderation.decided", {
    account_id: owner_id,
    decision,
    subject_id: id,
    content_id,
    note,
  });
}

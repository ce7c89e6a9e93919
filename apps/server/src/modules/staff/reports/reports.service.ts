import type { EventPayloads } from "@app/contract/events";
import type { ChannelId, CommentId, ContentId } from "@app/contract/ids";
import { QUEUE_MESSAGES } from "@app/contract/report-queue";
import {
  OWN_REPORTS_MAX,
  type OwnDecision,
  type OwnReport,
  REPORT_MESSAGES,
  REPORTS_PER_DAY,
  type ReportReason,
  type reportRoutes,
} from "@app/contract/reports";
import { z } from "zod";
import { hideContent, requireVisibleContent } from "#modules/catalog/index.ts";
import { requireReportableChannel } from "#modules/channels/index.ts";
import { requireVisibleComment } from "#modules/engagement/index.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { type PageQuery, readPage } from "#platform/pagination.ts";
import type { Member } from "#platform/viewer.ts";
import { notifyReportersJob } from "./notify-reporters.service.ts";
import { endRemovals, setDecision } from "./queue.sql.ts";
import { COUNTED_FROM_AGE_H, isAboutMinor, isHidingDue } from "./reports.policy.ts";
import {
  type AppealRow,
  addToCase,
  countOwnDecisions,
  countOwnReports,
  countToday,
  insertAppeal,
  insertReport,
  isCounted,
  isMinor,
  lockAppeal,
  lockOpenCase,
  lockReporter,
  type Subject,
  selectChannelFacts,
  selectEarlierReport,
  selectExcerpt,
  selectOwnDecisions,
  selectOwnReports,
  setHiddenByReports,
  showInHiddenCase,
} from "./reports.sql.ts";

type ReportDeps = Pick<Deps, "sql" | "events">;
type Words = { reason: ReportReason; text: string };
/** Each person reports a thing once: the others are what became of the earlier report. */
export type Reported = "reported" | "again" | "againDecided";
type Data<Name extends keyof typeof reportRoutes> = z.input<(typeof reportRoutes)[Name]["data"]>;

/** @throws AppError `not_found` no such item for this person; as `report` */
export async function reportContent(
  deps: ReportDeps,
  reporter: Member,
  id: ContentId,
  words: Words,
): Promise<Reported> {
  const { owner_id, title } = await requireVisibleContent(deps.sql, reporter, id);
  return report(deps, reporter, { kind: "content", id, contentId: id, ownerId: owner_id, excerpt: title }, words);
}

/** @throws AppError `not_found` no such comment for this person; as `report` */
export async function reportComment(
  deps: ReportDeps,
  reporter: Member,
  id: CommentId,
  words: Words,
): Promise<Reported> {
  const { row } = await requireVisibleComment(deps, reporter, id);
  if (row.status === "deleted") throw notFound();
  const subject = { kind: "comment" as const, id, contentId: row.content_id };
  return report(deps, reporter, { ...subject, ownerId: row.author_id, excerpt: row.body }, words);
}

/** @throws AppError `not_found`, `gone`, `not_allowed` no such channel for this person; as `report` */
export async function reportChannel(
  deps: ReportDeps,
  reporter: Member,
  id: ChannelId,
  words: Words,
): Promise<Reported> {
  await requireReportableChannel(deps.sql, reporter, id);
  const channel = await selectChannelFacts(deps.sql, id);
  if (!channel) throw notFound();
  const subject = { kind: "channel" as const, id, contentId: null };
  return report(deps, reporter, { ...subject, ownerId: channel.owner_id, excerpt: channel.name }, words);
}

/**
 * Adds a report to the open case of a thing. Once enough people reported an item, it is hidden until staff decide.
 * @throws AppError `invalid_input` their own, or 'Something else' without words; `too_many_requests`
 */
async function report(deps: ReportDeps, reporter: Member, subject: Subject, words: Words): Promise<Reported> {
  if (subject.ownerId === reporter.accountId) throw fieldError("reason", REPORT_MESSAGES.own);
  if (words.reason === "other" && words.text === "") throw fieldError("text", REPORT_MESSAGES.missingText);
  return inTransaction(deps.sql, async (tx) => {
    await lockReporter(tx, reporter.accountId);
    const earlier = await selectEarlierReport(tx, reporter.accountId, subject);
    if (earlier !== null) return earlier.is_decided ? "againDecided" : "again";
    if ((await countToday(tx, reporter.accountId)) >= REPORTS_PER_DAY)
      throw new AppError("too_many_requests", REPORT_MESSAGES.tooMany);
    const { id: caseId } = await lockOpenCase(tx, newId(z.uuid()), subject);
    const counts = { reporterId: reporter.accountId, caseId, minAgeH: COUNTED_FROM_AGE_H };
    const counted = await isCounted(tx, counts);
    const ids = { id: newId(z.uuid()), caseId, reporterId: reporter.accountId };
    await insertReport(tx, { ...ids, subject, ...words, isCounted: counted });
    const isYoung = subject.ownerId !== null && (await isMinor(tx, subject.ownerId));
    const openCase = await addToCase(tx, caseId, {
      isCounted: counted,
      isAboutMinor: isAboutMinor(words.reason, isYoung),
    });
    if (isHidingDue(subject.kind, openCase)) await hide(deps, tx, caseId, subject);
    return "reported";
  });
}

async function hide(deps: ReportDeps, tx: Tx, caseId: string, subject: Subject): Promise<void> {
  // Hidden already, by staff or with its owner's account.
  if (!(await hideContent(tx, subject.id))) return;
  await setHiddenByReports(tx, caseId);
  if (subject.ownerId === null) return;
  await deps.events.publish(tx, "moderation.decided", {
    account_id: subject.ownerId,
    decision: "content_reported",
    subject_id: caseId,
    content_id: subject.id,
    note: "Several people reported it.",
  });
}

type Decided = EventPayloads["moderation.decided"];

/**
 * What staff did without deciding a case is the decision, or the end, of cases about the same thing.
 * @throws AppError `conflict` they restored their own, and somebody else had removed it
 */
export async function onModerationDecided(_deps: unknown, tx: Tx, decided: Decided): Promise<void> {
  const { decision, acted_by: staffId } = decided;
  if (staffId === null) return;
  if (decision === "content_hidden") await decideRemoved(tx, "content", staffId, decided);
  if (decision === "comment_removed") await decideRemoved(tx, "comment", staffId, decided);
  if (decision === "content_restored") {
    await endRemovalsOf(tx, "content", staffId, decided);
    await keepHidden(tx, staffId, decided);
  }
  if (decision === "comment_restored") await endRemovalsOf(tx, "comment", staffId, decided);
  if (decision === "channel_restored") await endRemovalsOf(tx, "channel", staffId, decided);
}

async function endRemovalsOf(
  tx: Tx,
  kind: "content" | "comment" | "channel",
  staffId: string,
  of: Decided,
): Promise<void> {
  const deciders = await endRemovals(tx, { kind, id: of.subject_id, ownerId: of.account_id, staffId });
  if (of.account_id === staffId && deciders.some((by) => by !== staffId))
    throw new AppError("conflict", QUEUE_MESSAGES.ownCase);
}

/**
 * What staff hid or deleted without deciding a case is a decided case, so that its owner can read and appeal it. If people
 * have reported it, that is the decision of their case.
 */
async function decideRemoved(tx: Tx, kind: "content" | "comment", staffId: string, of: Decided): Promise<void> {
  const about = { kind, id: of.subject_id, contentId: of.content_id, ownerId: of.account_id };
  const excerpt = await selectExcerpt(tx, kind, about.id);
  const { id: caseId, total } = await lockOpenCase(tx, newId(z.uuid()), { ...about, excerpt });
  const verdict = { caseId, outcome: "remove", reason: of.note ?? "", staffId };
  await setDecision(tx, { ...verdict, suspendedAt: null, hasRemoved: true });
  if (total > 0) await enqueue(tx, notifyReportersJob, { case_id: caseId });
}

/** What reports had hidden and staff showed again is kept. The case of a member of staff waits for somebody else. */
async function keepHidden(tx: Tx, staffId: string, of: Decided): Promise<void> {
  const caseId = await showInHiddenCase(tx, of.subject_id);
  if (caseId === null || of.account_id === staffId) return;
  const verdict = { caseId, outcome: "keep", reason: of.staff_reason, staffId };
  await setDecision(tx, { ...verdict, suspendedAt: null, hasRemoved: false });
  await enqueue(tx, notifyReportersJob, { case_id: caseId });
}

type ListDeps = Pick<Deps, "sql" | "secrets">;

export async function listOwnReports(deps: ListDeps, member: Member, query: PageQuery): Promise<Data<"mine">> {
  const { rows, pagination } = await readPage(deps, {
    name: `own reports ${member.accountId}`,
    maxRows: OWN_REPORTS_MAX,
    query,
    read: (range) => selectOwnReports(deps.sql, member.accountId, range),
    count: () => countOwnReports(deps.sql, member.accountId, OWN_REPORTS_MAX),
  });
  return {
    reports: rows.map(({ id, subject_kind, excerpt, reason, created_at, outcome }) => ({
      id,
      excerpt,
      outcome,
      reported_at: created_at.toISOString(),
      subject: subject_kind as OwnReport["subject"],
      reason: reason as ReportReason,
    })),
    pagination,
  };
}

export async function listOwnDecisions(deps: ListDeps, member: Member, query: PageQuery): Promise<Data<"decisions">> {
  const { rows, pagination } = await readPage(deps, {
    name: `own decisions ${member.accountId}`,
    maxRows: OWN_REPORTS_MAX,
    query,
    read: (range) => selectOwnDecisions(deps.sql, member.accountId, range),
    count: () => countOwnDecisions(deps.sql, member.accountId, OWN_REPORTS_MAX),
  });
  return {
    decisions: rows.map((row) => ({
      id: row.id,
      excerpt: row.excerpt,
      reason: row.decision_reason,
      decided_at: row.decided_at.toISOString(),
      subject: row.subject_kind as OwnDecision["subject"],
      decision: row.decision as OwnDecision["decision"],
      has_removed: row.has_removed,
      appeal: toOwnAppeal(row),
      is_restored: isRestored(row),
      can: { appeal: row.appeal === null && !isRestored(row) },
    })),
    pagination,
  };
}

/** Reversed by staff, though nobody appealed. */
function isRestored({ appeal, appeal_decision }: AppealRow): boolean {
  return appeal === null && appeal_decision !== null;
}

export function toOwnAppeal(row: AppealRow): OwnDecision["appeal"] {
  if (row.appeal === null) return null;
  return {
    text: row.appeal,
    reason: row.appeal_reason,
    outcome: row.appeal_decision as NonNullable<OwnDecision["appeal"]>["outcome"],
  };
}

type NewAppeal = { ownerId: string; caseId: string; text: string };

/** @throws AppError `not_found` no decision against this person; `conflict` appealed before, or restored by staff */
export async function appeal(tx: Tx, of: NewAppeal): Promise<void> {
  const before = await lockAppeal(tx, of);
  if (before === null) throw notFound();
  if (before.appeal !== null) throw new AppError("conflict", REPORT_MESSAGES.appealedBefore);
  if (isRestored(before)) throw new AppError("conflict", REPORT_MESSAGES.restored);
  await insertAppeal(tx, of);
}

/** @throws AppError as `appeal` */
export function appealOwn(deps: { sql: Sql }, member: Member, caseId: string, text: string): Promise<void> {
  return inTransaction(deps.sql, (tx) => appeal(tx, { ownerId: member.accountId, caseId, text }));
}

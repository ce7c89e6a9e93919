import { DELETED_USER } from "@app/contract/brand";
import type { ContentType } from "@app/contract/contents";
import type { ReportCase, reportCase } from "@app/contract/report-queue";
import type { ReportReason } from "@app/contract/reports";
import type { z } from "zod";
import type { Member } from "#platform/viewer.ts";
import type { CaseRow, ReportRow, ThreadRow } from "./queue.sql.ts";

export function toCase(
  row: CaseRow,
  staff: Member,
  reports: readonly ReportRow[],
  thread: readonly ThreadRow[],
): z.input<typeof reportCase> {
  // Nobody decides about themselves.
  const isOthers = row.owner_id !== staff.accountId;
  const isOpen = row.decision === null;
  const isAppealOpen = row.appeal !== null && row.appeal_decision === null;
  const refusal = isOpen || isAppealOpen ? whyNot(row, staff) : null;
  const canDecide = isOpen && refusal === null;
  return {
    id: row.id,
    subject: row.subject_kind,
    subject_id: row.subject_id,
    total: row.total,
    excerpt: row.excerpt,
    is_about_minor: row.is_about_minor,
    is_hidden: row.is_hidden,
    is_gone: row.is_gone,
    last_reported_at: row.last_reported_at.toISOString(),
    owner: toOwner(row),
    content: toContent(row),
    thread: thread.map(({ id, author, body, status, is_reply }) => ({
      id,
      author: author ?? DELETED_USER,
      is_reply,
      is_reported: id === row.subject_id,
      text: status === "deleted" && id !== row.subject_id ? "[deleted]" : body,
    })),
    // Nor do they learn who reported them.
    reports: (isOthers ? reports : []).map(({ reason, text, reporter, created_at }) => ({
      reason: reason as ReportReason,
      text,
      reporter,
      reported_at: created_at.toISOString(),
    })),
    decision: toDecision(row),
    appeal: toAppeal(row),
    restored: toRestored(row),
    why_not: refusal,
    can: {
      decide: canDecide,
      remove: canDecide && !row.is_gone,
      suspend: canDecide && row.owner_username !== null && !row.is_owner_banned,
      decide_appeal: isAppealOpen && refusal === null,
    },
  };
}

function whyNot(row: CaseRow, staff: Member): ReportCase["why_not"] {
  if (row.owner_id === staff.accountId) return "own_case";
  return row.decided_by === staff.accountId ? "own_decision" : null;
}

function toOwner({ owner_username, owner_name, owner_channel_id }: CaseRow): z.input<typeof reportCase>["owner"] {
  if (owner_username === null || owner_name === null || owner_channel_id === null) return null;
  return { username: owner_username, name: owner_name, channel_id: owner_channel_id };
}

function toContent({ content_id, content_type, content_title }: CaseRow): z.input<typeof reportCase>["content"] {
  if (content_id === null || content_type === null || content_title === null) return null;
  return { id: content_id, type: content_type as ContentType, title: content_title };
}

function toDecision(row: CaseRow): z.input<typeof reportCase>["decision"] {
  if (row.decision === null || row.decided_at === null) return null;
  return {
    by: row.decided_by_name,
    at: row.decided_at.toISOString(),
    reason: row.decision_reason,
    outcome: row.decision as NonNullable<ReportCase["decision"]>["outcome"],
    has_removed: row.has_removed,
  };
}

function toAppeal(row: CaseRow): z.input<typeof reportCase>["appeal"] {
  if (row.appeal === null || row.appealed_at === null) return null;
  return {
    text: row.appeal,
    at: row.appealed_at.toISOString(),
    decision: toAppealDecision(row),
  };
}

function toAppealDecision(row: CaseRow) {
  const verdict = toReversal(row);
  return verdict && { ...verdict, outcome: row.appeal_decision as "uphold" | "overturn" };
}

/** By hand: staff who do that write down a reversal without an appeal. */
function toRestored(row: CaseRow): z.input<typeof reportCase>["restored"] {
  return row.appeal === null ? toReversal(row) : null;
}

function toReversal({ appeal_decided_at, appeal_decided_by_name, appeal_reason }: CaseRow) {
  if (appeal_decided_at === null) return null;
  return { by: appeal_decided_by_name, at: appeal_decided_at.toISOString(), reason: appeal_reason };
}

import type { QueueLane } from "@app/contract/report-queue";
import type { CaseSubject } from "@app/contract/reports";
import { type RawBuilder, sql as raw } from "kysely";
import type { Sql, Tx } from "#platform/db/database.ts";
import type { PageRange, Position } from "#platform/pagination.ts";
import { HAS_REMOVED } from "./reports.sql.ts";

export type CaseRow = {
  id: string;
  subject_kind: CaseSubject;
  subject_id: string;
  content_id: string | null;
  owner_id: string | null;
  is_about_minor: boolean;
  is_hidden: boolean;
  is_gone: boolean;
  total: number;
  last_reported_at: Date;
  excerpt: string;
  owner_username: string | null;
  owner_name: string | null;
  owner_channel_id: string | null;
  is_owner_banned: boolean;
  content_type: string | null;
  content_title: string | null;
  decision: string | null;
  decision_reason: string;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: Date | null;
  has_removed: boolean;
  appeal: string | null;
  appealed_at: Date | null;
  appeal_decision: string | null;
  appeal_reason: string;
  appeal_decided_by_name: string | null;
  appeal_decided_at: Date | null;
};

/** Deleted, or of an account that is erased. */
const IS_GONE = raw<boolean>`case c.subject_kind
  when 'content' then not exists (select from contents i where i.id = c.subject_id and i.deleted_at is null)
  when 'comment' then not exists (select from comments m where m.id = c.subject_id and m.status <> 'deleted')
  else not exists (select from accounts o where o.id = c.owner_id and o.erased_at is null) end`;

/** Each lane has an index in its order. `key` is the sort key beside the id, as text. */
const LANES: Record<
  QueueLane,
  { where: RawBuilder<unknown>; key: string; order: string; after: (at: Position) => RawBuilder<unknown> }
> = {
  open: {
    where: raw`c.decided_at is null`,
    key: "c.is_about_minor::text",
    order: "c.is_about_minor desc, c.id",
    after: ([isAboutMinor, id]) =>
      raw`(c.is_about_minor < ${isAboutMinor}::boolean or (c.is_about_minor = ${isAboutMinor}::boolean and c.id > ${id}::uuid))`,
  },
  appeals: {
    where: raw`c.appealed_at is not null and c.appeal_decided_at is null`,
    key: "c.appealed_at::text",
    order: "c.appealed_at, c.id",
    after: ([at, id]) => raw`(c.appealed_at, c.id) > (${at}::timestamptz, ${id}::uuid)`,
  },
  decided: {
    where: raw`c.decided_at is not null`,
    key: "c.decided_at::text",
    order: "c.decided_at desc, c.id desc",
    after: ([at, id]) => raw`(c.decided_at, c.id) < (${at}::timestamptz, ${id}::uuid)`,
  },
};

export async function selectCases(
  sql: Sql,
  lane: QueueLane,
  { limit, offset, after }: PageRange,
): Promise<(CaseRow & { position: Position })[]> {
  const { where, key, order, after: isAfter } = LANES[lane];
  const { rows } = await raw<CaseRow & { key: string }>`
    select c.id, c.subject_kind, c.subject_id, c.content_id, c.owner_id, c.is_about_minor, c.is_hidden, c.total,
      c.last_reported_at, c.excerpt, c.decision, c.decision_reason, c.decided_by, c.decided_at, c.appeal, c.appealed_at,
      c.appeal_decision, c.appeal_reason, c.appeal_decided_at, ${raw.raw(key)} as key,
      ${HAS_REMOVED} as has_removed,
      a.username as owner_username, h.name as owner_name, h.id as owner_channel_id,
      i.type as content_type, i.title as content_title, d.username as decided_by_name,
      e.username as appeal_decided_by_name, ${IS_GONE} as is_gone,
      exists (select from suspensions s where s.account_id = c.owner_id and s.until is null) as is_owner_banned
    from report_cases c
    left join accounts a on a.id = c.owner_id and a.erased_at is null left join channels h on h.owner_id = a.id
    left join contents i on i.id = c.content_id and i.deleted_at is null
    left join accounts d on d.id = c.decided_by left join accounts e on e.id = c.appeal_decided_by
    where ${where} ${after ? raw`and ${isAfter(after)}` : raw``}
    order by ${raw.raw(order)} limit ${limit} offset ${offset}`.execute(sql);
  return rows.map((row) => ({ ...row, position: [row.key, row.id] }));
}

/** Counts at most `most`. */
export async function countLane(sql: Sql, lane: QueueLane, most: number): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*)::integer as total from (
      select from report_cases c where ${LANES[lane].where} limit ${most}) counted`.execute(sql);
  return rows[0]?.total ?? 0;
}

/** Counts at most `most`. */
export async function countAboutMinors(sql: Sql, most: number): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*)::integer as total from (
      select from report_cases where decided_at is null and is_about_minor limit ${most}) counted`.execute(sql);
  return rows[0]?.total ?? 0;
}

export type ReportRow = {
  case_id: string;
  reason: string;
  text: string;
  reporter: string | null;
  created_at: Date;
};

/** The latest reports of each case. */
export async function selectReportsOf(sql: Sql, caseIds: readonly string[], limit: number): Promise<ReportRow[]> {
  const { rows } = await raw<ReportRow>`
    select r.case_id, r.reason, r.text, a.username as reporter, r.created_at
    from unnest(${[...caseIds]}::uuid[]) as wanted (id) cross join lateral (
      select * from reports where case_id = wanted.id order by id desc limit ${limit}) r
    left join accounts a on a.id = r.reporter_id
    order by r.id desc`.execute(sql);
  return rows;
}

export type ThreadRow = {
  of: string;
  id: string;
  author: string | null;
  body: string;
  status: string;
  is_reply: boolean;
};

/** Replies on each side of the reported one. */
const AROUND = 3;

/** Each of these comments with the one that it answers and the replies around it, oldest first. */
export async function selectThreads(sql: Sql, commentIds: readonly string[]): Promise<ThreadRow[]> {
  if (commentIds.length === 0) return [];
  const { rows } = await raw<ThreadRow>`
    select m.id as of, t.id, a.username as author, t.body, t.status, t.parent_id is not null as is_reply
    from unnest(${[...commentIds]}::uuid[]) as wanted (id) join comments m on m.id = wanted.id
    cross join lateral (
      (select * from comments where id in (m.id, m.parent_id))
      union
      (select * from comments where parent_id = coalesce(m.parent_id, m.id) and id < m.id order by id desc limit ${AROUND})
      union
      (select * from comments where parent_id = coalesce(m.parent_id, m.id) and id > m.id order by id limit ${AROUND})
    ) t
    left join accounts a on a.id = t.author_id
    order by m.id, t.parent_id is not null, t.id`.execute(sql);
  return rows;
}

export type LockedCase = Pick<
  CaseRow,
  "id" | "subject_kind" | "subject_id" | "content_id" | "owner_id" | "is_hidden" | "decision" | "decided_by"
> & {
  is_appealed: boolean;
  is_appeal_decided: boolean;
  /** Whether the decision removed what was reported; false also if that was gone. */
  has_removed: boolean;
  /** Whether it was kept only because what was reported was gone. */
  was_gone: boolean;
  /** When the suspension began that it was decided with; null: it was decided without one. */
  suspended_at: string | null;
};

/** Serializes two concurrent decisions, so that the second one sees the first. */
export async function lockCase(tx: Tx, id: string): Promise<LockedCase | null> {
  const { rows } = await raw<LockedCase>`
    select id, subject_kind, subject_id, content_id, owner_id, is_hidden, was_gone, decision, decided_by,
      suspended_at::text as suspended_at, appealed_at is not null as is_appealed, appeal_decided_at is not null as is_appeal_decided,
      ${HAS_REMOVED} as has_removed
    from report_cases c where id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

type Verdict = { caseId: string; outcome: string; reason: string; staffId: string };

type Consequences = {
  hasRemoved: boolean;
  /** When the suspension of its owner began, if that is what was decided. */
  suspendedAt: string | null;
};

export async function setDecision(tx: Tx, verdict: Verdict & Consequences): Promise<void> {
  const { caseId, outcome, reason, staffId, hasRemoved, suspendedAt } = verdict;
  await raw`
    update report_cases c set decision = ${outcome}, decision_reason = ${reason}, decided_by = ${staffId},
      decided_at = now(), is_hidden = false, has_removed = ${hasRemoved}, suspended_at = ${suspendedAt}::timestamptz,
      was_gone = ${outcome === "keep"} and ${IS_GONE}
    where c.id = ${caseId}`.execute(tx);
}

export async function setAppealDecision(tx: Tx, { caseId, outcome, reason, staffId }: Verdict): Promise<void> {
  await raw`
    update report_cases set appeal_decision = ${outcome}, appeal_reason = ${reason}, appeal_decided_by = ${staffId},
      appeal_decided_at = now()
    where id = ${caseId}`.execute(tx);
}

/** Whether the decision of a case removed something that is not back yet. */
const REMOVES = raw<boolean>`decided_at is not null and ${HAS_REMOVED} and appeal_decision is distinct from 'overturn'`;

/** Whether something of their own, by the column of its id, was removed by somebody else. */
export function isRemovedByAnother(kind: "content" | "comment", column: string, ownerId: string): RawBuilder<boolean> {
  return raw<boolean>`exists (
    select from report_cases r where r.owner_id = ${ownerId}::uuid and r.subject_kind = ${kind}
      and r.subject_id = ${raw.ref(column)} and ${REMOVES} and r.decided_by is distinct from ${ownerId}::uuid)`;
}

type Restored = { kind: "content" | "comment" | "channel"; id: string; ownerId: string; staffId: string };

/**
 * Reverses every decision that removed a thing of this owner. Where a suspension was decided with it, only that is left
 * to appeal.
 * @returns who had made these decisions
 */
export async function endRemovals(tx: Tx, { kind, id, ownerId, staffId }: Restored): Promise<(string | null)[]> {
  const removed = raw`
    r.owner_id = ${ownerId} and r.subject_kind = ${kind} and r.subject_id = ${id} and ${REMOVES}`;
  const { rows: reversed } = await raw<Pick<CaseRow, "decided_by">>`
    update report_cases r set appeal_decision = 'overturn', appeal_reason = '', appeal_decided_by = ${staffId},
      appeal_decided_at = now()
    where r.suspended_at is null and ${removed} returning r.decided_by`.execute(tx);
  const { rows: suspending } = await raw<Pick<CaseRow, "decided_by">>`
    update report_cases r set has_removed = false where r.suspended_at is not null and ${removed}
    returning r.decided_by`.execute(tx);
  return [...reversed, ...suspending].map((row) => row.decided_by);
}

/** @returns at most `limit` people who reported it and were not notified before, by id, who now count as notified */
export async function markNotified(tx: Tx, caseId: string, limit: number): Promise<string[]> {
  const { rows } = await raw<{ reporter_id: string }>`
    with marked as (
      update reports set notified_at = now() where id in (
        select id from reports where case_id = ${caseId} and reporter_id is not null and notified_at is null
        order by reporter_id limit ${limit})
      returning reporter_id
    ) select reporter_id from marked order by reporter_id`.execute(tx);
  return rows.map((row) => row.reporter_id);
}

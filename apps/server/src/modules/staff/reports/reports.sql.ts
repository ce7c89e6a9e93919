import type { ReportReason, ReportSubject } from "@app/contract/reports";
import { sql as raw } from "kysely";
import type { Sql, Tx } from "#platform/db/database.ts";
import { isMinorSql } from "#platform/minors.sql.ts";
import type { PageRange, Position } from "#platform/pagination.ts";

/** What is reported, as its reporter sees it. */
export type Subject = {
  kind: ReportSubject;
  id: string;
  /** The item, or the item that the comment is on. */
  contentId: string | null;
  ownerId: string | null;
  excerpt: string;
};

export type OpenCase = { id: string; total: number; counted: number; is_hidden: boolean };

/** The open case of a thing, locked; a new one if there is none. */
export async function lockOpenCase(tx: Tx, id: string, subject: Subject): Promise<OpenCase> {
  const { rows } = await raw<OpenCase>`
    insert into report_cases (id, subject_kind, subject_id, content_id, owner_id, excerpt)
    values (${id}, ${subject.kind}, ${subject.id}, ${subject.contentId}, ${subject.ownerId}, ${subject.excerpt})
    on conflict (subject_kind, subject_id) where decided_at is null
      do update set excerpt = excluded.excerpt, last_reported_at = now()
    returning id, total, counted, is_hidden`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("A case was neither inserted nor found.");
  return row;
}

/** The title of an item, or the text of a comment. */
export async function selectExcerpt(sql: Sql, kind: "content" | "comment", id: string): Promise<string> {
  const { rows } = await raw<{ excerpt: string }>`
    ${kind === "content" ? raw`select title as excerpt from contents` : raw`select body as excerpt from comments`}
    where id = ${id}`.execute(sql);
  return rows[0]?.excerpt ?? "";
}

export type NewReport = {
  id: string;
  caseId: string;
  reporterId: string;
  subject: Subject;
  reason: ReportReason;
  text: string;
  isCounted: boolean;
};

/** @returns false if this person has reported this thing before */
export async function insertReport(tx: Tx, report: NewReport): Promise<boolean> {
  const { rows } = await raw`
    insert into reports (id, case_id, reporter_id, subject_kind, subject_id, reason, text, is_counted)
    values (${report.id}, ${report.caseId}, ${report.reporterId}, ${report.subject.kind}, ${report.subject.id},
      ${report.reason}, ${report.text}, ${report.isCounted})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** The report that this person sent before; null if there is none. */
export async function selectEarlierReport(
  sql: Sql,
  reporterId: string,
  { kind, id }: Subject,
): Promise<{ is_decided: boolean } | null> {
  const { rows } = await raw<{ is_decided: boolean }>`
    select c.decided_at is not null as is_decided from reports r join report_cases c on c.id = r.case_id
    where r.reporter_id = ${reporterId} and r.subject_kind = ${kind} and r.subject_id = ${id}`.execute(sql);
  return rows[0] ?? null;
}

/** @returns the case with the report added */
export async function addToCase(
  tx: Tx,
  caseId: string,
  report: { isCounted: boolean; isAboutMinor: boolean },
): Promise<OpenCase> {
  const { rows } = await raw<OpenCase>`
    update report_cases set total = total + 1, counted = counted + ${report.isCounted ? 1 : 0}::integer,
      is_about_minor = is_about_minor or ${report.isAboutMinor}
    where id = ${caseId} returning id, total, counted, is_hidden`.execute(tx);
  return rows[0] as OpenCase;
}

export async function setHiddenByReports(tx: Tx, caseId: string): Promise<void> {
  await raw`update report_cases set is_hidden = true where id = ${caseId}`.execute(tx);
}

/** Reports may hide the item again. @returns the open case that had hidden it; null if there is none */
export async function showInHiddenCase(tx: Tx, contentId: string): Promise<string | null> {
  const { rows } = await raw<{ id: string }>`
    update report_cases set is_hidden = false
    where subject_kind = 'content' and subject_id = ${contentId} and decided_at is null and is_hidden
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Serializes a person's reports, because two concurrent ones could exceed the limit together. */
export async function lockReporter(tx: Tx, accountId: string): Promise<void> {
  await raw`select from accounts where id = ${accountId} for no key update`.execute(tx);
}

export async function countToday(sql: Sql, reporterId: string): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*)::integer as total from reports
    where reporter_id = ${reporterId} and created_at > now() - interval '24 hours'`.execute(sql);
  return rows[0]?.total ?? 0;
}

/**
 * Whether a person's report counts: they are verified and not new, and share neither device nor network with an earlier
 * reporter whose report counts.
 */
export async function isCounted(
  sql: Sql,
  { reporterId, caseId, minAgeH }: { reporterId: string; caseId: string; minAgeH: number },
): Promise<boolean> {
  const { rows } = await raw`
    select from accounts a
    where a.id = ${reporterId} and a.email_verified_at is not null
      and a.created_at < now() - make_interval(hours => ${minAgeH})
      and not exists (
        select from reports r join devices theirs on theirs.account_id = r.reporter_id
        join devices own on own.account_id = a.id
          and (own.client_id = theirs.client_id or own.address_prefix = theirs.address_prefix)
        where r.case_id = ${caseId} and r.is_counted)`.execute(sql);
  return rows.length > 0;
}

/** Of a person who gave their date of birth. */
export async function isMinor(sql: Sql, accountId: string): Promise<boolean> {
  const { rows } = await raw<{ is_minor: boolean | null }>`
    select ${raw.raw(isMinorSql("accounts"))} as is_minor from accounts where id = ${accountId}`.execute(sql);
  return rows[0]?.is_minor ?? false;
}

export async function selectChannelFacts(sql: Sql, id: string): Promise<{ owner_id: string; name: string } | null> {
  const row = await sql.selectFrom("channels").select(["owner_id", "name"]).where("id", "=", id).executeTakeFirst();
  return row ?? null;
}

export type OwnReportRow = {
  id: string;
  subject_kind: string;
  excerpt: string;
  reason: string;
  created_at: Date;
  outcome: "acted" | "kept" | "gone" | null;
  position: Position;
};

/** A second look counts: what it overturned was kept. */
export async function selectOwnReports(sql: Sql, reporterId: string, range: PageRange): Promise<OwnReportRow[]> {
  const isAfter = range.after ? raw`and r.id < ${range.after[1]}::uuid` : raw``;
  const { rows } = await raw<OwnReportRow>`
    select r.id, r.subject_kind, c.excerpt, r.reason, r.created_at,
      case when c.decided_at is null then null when c.was_gone then 'gone'
        when c.decision = 'keep' or c.appeal_decision = 'overturn' then 'kept' else 'acted' end as outcome
    from reports r join report_cases c on c.id = r.case_id
    where r.reporter_id = ${reporterId} ${isAfter}
    order by r.id desc limit ${range.limit} offset ${range.offset}`.execute(sql);
  return rows.map((row) => ({ ...row, position: ["", row.id] }));
}

export async function countOwnReports(sql: Sql, reporterId: string, most: number): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*)::integer as total from (
      select from reports where reporter_id = ${reporterId} limit ${most}) counted`.execute(sql);
  return rows[0]?.total ?? 0;
}

export type OwnDecisionRow = {
  id: string;
  subject_kind: string;
  excerpt: string;
  decision: string;
  decision_reason: string;
  decided_at: Date;
  has_removed: boolean;
  position: Position;
} & AppealRow;

/** `appeal` is null: nobody appealed. */
export type AppealRow = { appeal: string | null; appeal_decision: string | null; appeal_reason: string };

/** Whether the decision of a case removed something; a suspension in People removes nothing. */
export const HAS_REMOVED = raw<boolean>`
  coalesce(has_removed, subject_kind <> 'account' and decision in ('remove', 'suspend'), false)`;

/** Decisions against the owner; what was kept is not their concern. */
const IS_AGAINST_OWNER = raw`c.decided_at is not null and c.decision <> 'keep'`;

export async function selectOwnDecisions(sql: Sql, ownerId: string, range: PageRange): Promise<OwnDecisionRow[]> {
  const isAfter = range.after
    ? raw`and (c.decided_at, c.id) < (${range.after[0]}::timestamptz, ${range.after[1]}::uuid)`
    : raw``;
  const { rows } = await raw<OwnDecisionRow & { at: string }>`
    select c.id, c.subject_kind, c.excerpt, c.decision, c.decision_reason, c.decided_at, c.decided_at::text as at,
      ${HAS_REMOVED} as has_removed,
      c.appeal, c.appeal_decision, c.appeal_reason
    from report_cases c where c.owner_id = ${ownerId} and ${IS_AGAINST_OWNER} ${isAfter}
    order by c.decided_at desc, c.id desc limit ${range.limit} offset ${range.offset}`.execute(sql);
  return rows.map((row) => ({ ...row, position: [row.at, row.id] }));
}

export async function countOwnDecisions(sql: Sql, ownerId: string, most: number): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*)::integer as total from (
      select from report_cases c where c.owner_id = ${ownerId} and ${IS_AGAINST_OWNER} limit ${most}) counted`.execute(
    sql,
  );
  return rows[0]?.total ?? 0;
}

/** @returns null if there is no such decision against this person */
export async function lockAppeal(
  tx: Tx,
  { caseId, ownerId }: { caseId: string; ownerId: string },
): Promise<AppealRow | null> {
  const { rows } = await raw<AppealRow>`
    select c.appeal, c.appeal_decision, c.appeal_reason from report_cases c
    where c.id = ${caseId} and c.owner_id = ${ownerId} and ${IS_AGAINST_OWNER} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function insertAppeal(tx: Tx, { caseId, text }: { caseId: string; text: string }): Promise<void> {
  await raw`update report_cases set appeal = ${text}, appealed_at = now() where id = ${caseId}`.execute(tx);
}

/** @param of.beganAt when the suspension began */
type Suspension = { accountId: string; beganAt: string };

/** The appeal of a suspension; null: nobody has appealed it. */
export async function selectSuspensionAppeal(sql: Sql, of: Suspension): Promise<AppealRow | null> {
  const { rows } = await raw<AppealRow>`
    select appeal, appeal_decision, appeal_reason from report_cases
    where owner_id = ${of.accountId} and suspended_at = ${of.beganAt}::timestamptz`.execute(sql);
  return rows[0] ?? null;
}

/** The latest appeal of a suspension that nobody has decided yet, if the suspension was all that was decided. */
export async function lockOpenAppeal(tx: Tx, accountId: string): Promise<{ id: string; suspended_at: string } | null> {
  const { rows } = await raw<{ id: string; suspended_at: string }>`
    select id, suspended_at::text as suspended_at from report_cases
    where owner_id = ${accountId} and subject_kind = 'account' and suspended_at is not null
      and appealed_at is not null and appeal_decided_at is null
    order by suspended_at desc limit 1 for update`.execute(tx);
  return rows[0] ?? null;
}

/**
 * The case of a suspension: of the report that it came from, or a new one about the account. Who decided is in the audit
 * log, whose latest such entry was written with the suspension.
 */
export async function openSuspensionCase(
  tx: Tx,
  of: Suspension & { id: string; username: string; reason: string; isBan: boolean },
): Promise<string> {
  await raw`
    insert into report_cases (id, subject_kind, subject_id, owner_id, excerpt, decision, decision_reason, decided_at,
      suspended_at, decided_by)
    values (${of.id}, 'account', ${of.accountId}, ${of.accountId}, ${`@${of.username}`},
      ${of.isBan ? "ban" : "suspend"}, ${of.reason}, ${of.beganAt}::timestamptz, ${of.beganAt}::timestamptz,
      (select staff_id from audit_log
        where subject_id = ${of.accountId} and action in ('person.suspended', 'person.banned')
        order by id desc limit 1))
    on conflict (owner_id, suspended_at) where suspended_at is not null do nothing`.execute(tx);
  const { rows } = await raw<{ id: string }>`
    select id from report_cases
    where owner_id = ${of.accountId} and suspended_at = ${of.beganAt}::timestamptz`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("A case was neither inserted nor found.");
  return row.id;
}

/**
 * Anonymizes: reports lose the reporter and their words; cases lose the owner, the owner's words, and what was
 * reported.
 */
export async function eraseReportsOf(tx: Tx, accountId: string): Promise<void> {
  await raw`update reports set reporter_id = null, text = '' where reporter_id = ${accountId}`.execute(tx);
  await raw`
    update report_cases set owner_id = null, excerpt = '', appeal = case when appeal is null then null else '[deleted]' end
    where owner_id = ${accountId}`.execute(tx);
  await raw`update report_cases set decided_by = null where decided_by = ${accountId}`.execute(tx);
  await raw`update report_cases set appeal_decided_by = null where appeal_decided_by = ${accountId}`.execute(tx);
}

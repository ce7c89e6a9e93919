import { type RawBuilder, sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { PageRange, Position } from "#platform/pagination.ts";

export type AuditFilter = {
  /** Words of a reason, an id, or a name; empty matches everything. */
  search: string;
  /** Of the people that the search names. */
  accountIds: readonly string[];
  action?: string | undefined;
};

export type AuditRow = {
  id: string;
  at: Date;
  staff_id: string | null;
  staff_name: string | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  subject_name: string | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  reason: string;
  position: Position;
};

/** Newest first, which is the order of the ids. */
export async function selectAuditLog(sql: Sql, filter: AuditFilter, range: PageRange): Promise<AuditRow[]> {
  const { rows } = await raw<AuditRow>`
    select l.id, l.at, l.staff_id, s.username as staff_name, l.action, l.subject_kind, l.subject_id,
      ${subjectName} as subject_name, l.before, l.after, l.reason, array[l.id::text, l.id::text] as position
    from audit_log l left join accounts s on s.id = l.staff_id
    where ${isMatch(filter)} and ${range.after ? raw`l.id < ${range.after[1]}::uuid` : raw`true`}
    order by l.id desc limit ${range.limit} offset ${range.offset}`.execute(sql);
  return rows;
}

/** Counts at most `most`. */
export async function countAuditLog(sql: Sql, filter: AuditFilter, most: number): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*) as total from (select from audit_log l where ${isMatch(filter)} limit ${most}) counted`.execute(
    sql,
  );
  return rows[0]?.total ?? 0;
}

const subjectName = raw<string | null>`case l.subject_kind
  when 'account' then (select a.username from accounts a where a.id = l.subject_id::uuid)
  when 'channel' then (select c.name from channels c where c.id = l.subject_id::uuid)
  when 'content' then (select i.title from contents i where i.id = l.subject_id::uuid)
  when 'category' then (select g.name from categories g where g.id = l.subject_id::int)
  when 'announcement' then (select n.title from announcements n where n.id = l.subject_id::uuid)
  when 'slot' then (select coalesce(t.sponsor || ': ', '') || t.alt from slots t where t.id = l.subject_id::uuid)
  when 'comment' then (select left(m.body, 80) from comments m where m.id = l.subject_id::uuid)
end`;

function isMatch({ search, accountIds, action }: AuditFilter): RawBuilder<boolean> {
  const parts = [action === undefined ? raw`true` : raw`l.action = ${action}`];
  if (search !== "")
    parts.push(raw`(l.subject_id = ${search} or strpos(lower(l.reason), lower(${search})) > 0
      or l.staff_id = any(${accountIds}::uuid[]) or l.subject_id = any(${accountIds}::text[]))`);
  return raw<boolean>`${raw.join(parts, raw` and `)}`;
}

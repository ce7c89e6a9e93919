import { STAFF_CONTENTS_MAX, type StaffContentFilter } from "@app/contract/staff-contents";
import { type RawBuilder, sql as raw } from "kysely";
import { isRemovedByAnother } from "#modules/staff/reports/queue.sql.ts";
import type { Sql } from "#platform/db/database.ts";
import type { PageRange, Position } from "#platform/pagination.ts";

export type ContentMatch = {
  /** A part of a title or a channel's name, a username, or an id; empty matches everything. */
  search: string;
  isId: boolean;
  filter?: StaffContentFilter | undefined;
  type?: string | undefined;
};

export type StaffContentRow = {
  id: string;
  type: string;
  title: string;
  state: string;
  fault: string | null;
  visibility: string;
  category: string;
  channel_id: string;
  channel_name: string;
  owner_id: string;
  username: string;
  thumbnail_small_key: string | null;
  is_listed: boolean;
  media_token: string;
  total_views: number;
  original_bytes: number | null;
  created_at: Date;
  hidden_at: Date | null;
  /** Apart from its channel. */
  is_hidden: boolean;
  hidden_reason: string | null;
  is_channel_hidden: boolean;
  deleted_at: Date | null;
  is_featured: boolean;
  has_original: boolean;
  again_state: string | null;
  again_progress: number | null;
  again_fault: string | null;
  /** It belongs to the caller, and somebody else on the staff removed it. */
  is_own_removed_by_another: boolean;
  position: Position;
};

const CONTENTS = raw`contents i join channels c on c.id = i.channel_id
  left join unpublished_media u on u.content_id = i.id and u.upload_id is null`;

const IS_HIDDEN = raw<boolean>`(i.hidden_at is not null and i.hidden_at is distinct from c.hidden_at)`;

/** An entry of the audit log. Those that show an item again say so in `after`. Reports hide without an entry. */
const HIDES = raw<boolean>`l.action in ('content.hidden', 'report.removed')`;

const FILTERS: Record<StaffContentFilter, RawBuilder<boolean>> = {
  processing: raw`(i.state = 'processing' or u.state = 'processing') and i.deleted_at is null`,
  failed: raw`(i.state = 'failed' or (i.state = 'ready' and i.fault is not null)) and i.deleted_at is null`,
  hidden: raw`${IS_HIDDEN} and i.deleted_at is null`,
  deleted: raw`i.deleted_at is not null`,
  featured: raw`exists (select from banner_pins p where p.content_id = i.id)`,
};

/** Newest first, which is the order of the ids. */
export async function selectStaffContents(
  sql: Sql,
  staffId: string,
  match: ContentMatch,
  range: PageRange,
): Promise<StaffContentRow[]> {
  const { rows } = await raw<StaffContentRow>`
    select i.id, i.type, i.title, i.state, i.fault, i.visibility, g.name as category, c.id as channel_id,
      c.name as channel_name, c.owner_id, a.username, i.thumbnail_small_key, i.is_listed, i.media_token, i.total_views,
      i.original_bytes, i.created_at, i.hidden_at, ${IS_HIDDEN} as is_hidden, c.hidden_at is not null as is_channel_hidden,
      i.deleted_at, exists (select from banner_pins p where p.content_id = i.id) as is_featured,
      (i.original_key is not null or i.state = 'failed') as has_original,
      u.state as again_state, u.progress as again_progress, u.fault as again_fault,
      (select case when ${HIDES} then l.reason end from audit_log l
       where l.subject_id = i.id::text and (${HIDES} or l.before ->> 'hidden' = 'true' and l.after ->> 'hidden' = 'false')
       order by l.id desc limit 1) as hidden_reason,
      ${isRemovedByAnother("content", "i.id", staffId)} as is_own_removed_by_another,
      array[i.id::text, i.id::text] as position
    from ${CONTENTS} join accounts a on a.id = c.owner_id join categories g on g.id = i.category_id
    where ${isMatch(match)} and ${range.after ? raw`i.id < ${range.after[1]}::uuid` : raw`true`}
    order by i.id desc limit ${range.limit} offset ${range.offset}`.execute(sql);
  return rows;
}

/** Counts at most `STAFF_CONTENTS_MAX`. */
export async function countStaffContents(sql: Sql, match: ContentMatch): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*) as total from (
      select from ${CONTENTS} where ${isMatch(match)} limit ${STAFF_CONTENTS_MAX}) counted`.execute(sql);
  return rows[0]?.total ?? 0;
}

function isMatch({ search, isId, filter, type }: ContentMatch): RawBuilder<boolean> {
  const parts = [filter === undefined ? raw`true` : FILTERS[filter]];
  if (type !== undefined) parts.push(raw`i.type = ${type}`);
  if (isId) parts.push(raw`(i.id = ${search}::uuid or i.channel_id = ${search}::uuid or c.owner_id = ${search}::uuid)`);
  else if (search !== "") parts.push(isNamed(search, parts));
  return joinAll(parts);
}

function joinAll(parts: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return raw<boolean>`${raw.join(parts, raw` and `)}`;
}

/** Titles and channels, each by an index of its own, and of each the newest that match the other conditions too. */
function isNamed(search: string, others: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  const term = search.toLowerCase().replace(/^@/, "");
  const pattern = `%${term.replace(/[\\%_]/g, "\\$&")}%`;
  const newest = (condition: RawBuilder<unknown>) => raw`(
    select i.id from ${CONTENTS} where ${joinAll([condition, ...others])} order by i.id desc limit ${STAFF_CONTENTS_MAX})`;
  return raw<boolean>`i.id in (
    ${newest(raw`lower(i.title) like ${pattern}`)}
    union
    ${newest(raw`i.channel_id in (
      select id from channels where lower(name) like ${pattern}
      union all select n.id from channels n join accounts o on o.id = n.owner_id where lower(o.username) = ${term})`)})`;
}

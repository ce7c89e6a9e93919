import { sql as raw } from "kysely";
import { isAuditedAs } from "#platform/audit.ts";
import type { Sql, Tx } from "#platform/db/database.ts";

export type ModeratedRow = {
  id: string;
  content_id: string;
  author_id: string | null;
  status: string;
  is_hidden_by_staff: boolean;
  is_deleted_by_staff: boolean;
};

export async function lockModerated(tx: Tx, id: string): Promise<ModeratedRow | null> {
  const { rows } = await raw<ModeratedRow>`
    select m.id, m.content_id, m.author_id, m.status, m.held_for is not distinct from 'staff' as is_hidden_by_staff,
      m.status = 'deleted' and ${isAuditedAs(raw`m.id::text`, ["comment.deleted", "report.removed"])} as is_deleted_by_staff
    from comments m where m.id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

/** @returns false if it is deleted, or staff hid it before */
export async function hideByStaff(sql: Sql, id: string): Promise<boolean> {
  const { rows } = await raw`
    update comments set status = case when status = 'visible' then 'held' else status end, held_for = 'staff',
      is_pinned = false
    where id = ${id} and status <> 'deleted' and held_for is distinct from 'staff' returning 1`.execute(sql);
  return rows.length > 0;
}

/**
 * Shows a comment that staff hid or deleted. If its author was hidden from the channel, it stays theirs alone.
 * @returns false if there is nothing left to show
 */
export async function showByStaff(sql: Sql, id: string): Promise<boolean> {
  const { rows } = await raw`
    update comments m set held_for = null, deleted_at = null,
      status = case when exists (
        select from comment_hidden_people h where h.channel_id = m.channel_id and h.account_id = m.author_id)
        then 'hidden' else 'visible' end
    where m.id = ${id} and m.body <> '' and (m.status = 'deleted' or m.held_for = 'staff') returning 1`.execute(sql);
  return rows.length > 0;
}

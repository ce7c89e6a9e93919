import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type ModeratedRow = {
  id: string;
  title: string;
  channel_id: string;
  owner_id: string;
  /** Apart from its channel. */
  is_hidden: boolean;
  deleted_at: Date | null;
  /** A deleted item's files may be gone. */
  is_kept: boolean;
};

/** Includes deleted items. @param keptDays how long those are kept */
export async function selectModerated(sql: Sql, id: string, keptDays: number): Promise<ModeratedRow | null> {
  const { rows } = await raw<ModeratedRow>`
    select i.id, i.title, i.channel_id, c.owner_id, i.deleted_at,
      i.hidden_at is not null and i.hidden_at is distinct from c.hidden_at as is_hidden,
      coalesce(i.deleted_at > now() - make_interval(days => ${keptDays}), true) as is_kept
    from contents i join channels c on c.id = i.channel_id where i.id = ${id}`.execute(sql);
  return rows[0] ?? null;
}

/** As its channel. */
export async function markShown(sql: Sql, id: string): Promise<void> {
  await raw`
    update contents i set hidden_at = c.hidden_at, deleted_at = null, deleted_by = null
    from channels c where c.id = i.channel_id and i.id = ${id}`.execute(sql);
}

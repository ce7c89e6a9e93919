import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import { IS_INDEXED } from "./sharing.sql.ts";

const ITEMS = raw`contents i join channels c on c.id = i.channel_id join accounts a on a.id = c.owner_id
  left join privacy_settings p on p.account_id = a.id`;
const CHANNELS = raw`channels c join accounts a on a.id = c.owner_id left join privacy_settings p on p.account_id = a.id`;

export type SitemapRow = { id: string; type: string; changed_at: Date };

/** Public items of channels that may be found, in the order of their ids, after `after`. */
export async function selectItemsToFind(sql: Sql, after: string, limit: number): Promise<SitemapRow[]> {
  const { rows } = await raw<SitemapRow>`
    select i.id, i.type, coalesce(i.published_at, i.created_at) as changed_at
    from ${ITEMS}
    where i.id > ${after}::uuid and i.is_listed and ${IS_INDEXED}
    order by i.id limit ${limit}`.execute(sql);
  return rows;
}

/** Earners' channels that may be found, in the order of their ids, after `after`. */
export async function selectChannelsToFind(sql: Sql, after: string, limit: number): Promise<SitemapRow[]> {
  const { rows } = await raw<SitemapRow>`
    select c.id, 'channel' as type, c.created_at as changed_at
    from ${CHANNELS}
    where c.id > ${after}::uuid and a.plan is not null and c.hidden_at is null and ${IS_INDEXED}
    order by c.id limit ${limit}`.execute(sql);
  return rows;
}

/** The last id of each full file of `size` items but the last of all. Reads all of them: not for each visit. */
export async function selectItemEnds(sql: Sql, size: number): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    select id from (
      select i.id, row_number() over by_id as position, lead(i.id) over by_id as next_id
      from ${ITEMS} where i.is_listed and ${IS_INDEXED} window by_id as (order by i.id)
    ) numbered where position % ${size}::bigint = 0 and next_id is not null order by id`.execute(sql);
  return rows.map((row) => row.id);
}

export async function selectChannelEnds(sql: Sql, size: number): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    select id from (
      select c.id, row_number() over by_id as position, lead(c.id) over by_id as next_id
      from ${CHANNELS} where a.plan is not null and c.hidden_at is null and ${IS_INDEXED} window by_id as (order by c.id)
    ) numbered where position % ${size}::bigint = 0 and next_id is not null order by id`.execute(sql);
  return rows.map((row) => row.id);
}

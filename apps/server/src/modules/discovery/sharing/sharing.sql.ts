import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import { isMinorSql } from "#platform/minors.sql.ts";

const ITEMS = raw`contents i join channels c on c.id = i.channel_id join accounts a on a.id = c.owner_id
  left join privacy_settings p on p.account_id = a.id`;

const CHANNELS = raw`channels c join accounts a on a.id = c.owner_id left join privacy_settings p on p.account_id = a.id`;

export type SitemapRow = { id: string; type: string; changed_at: Date };

/**
 * Whether strangers may find a channel: the owner's choice, or by default from 18 years on. Teams and organizations
 * have no birthday.
 */
export const IS_INDEXED = raw<boolean>`coalesce(p.is_indexed, not ${raw.raw(isMinorSql("a"))})`;

export type SharedItem = {
  id: string;
  type: "video" | "image" | "document";
  title: string;
  description: string;
  thumbnail_key: string | null;
  is_listed: boolean;
  media_token: string;
  total_views: number;
  length_ms: number | null;
  published_at: Date;
  channel_id: string;
  channel_name: string;
  profile_key: string | null;
  is_indexed: boolean;
};

/** A public or unlisted item that is ready; null for any other. */
export async function selectSharedItem(sql: Sql, id: string): Promise<SharedItem | null> {
  const { rows } = await raw<SharedItem>`
    select i.id, i.type, i.title, i.description, i.thumbnail_key, i.is_listed, i.media_token,
      i.total_views, i.length_ms,
      coalesce(i.published_at, i.created_at) as published_at,
      c.id as channel_id, c.name as channel_name, c.profile_key, ${IS_INDEXED} as is_indexed
    from contents i join channels c on c.id = i.channel_id join accounts a on a.id = c.owner_id
    left join privacy_settings p on p.account_id = a.id
    where i.id = ${id} and i.state = 'ready' and i.visibility in ('public', 'unlisted') and i.deleted_at is null
      and i.hidden_at is null`.execute(sql);
  return rows[0] ?? null;
}

export type SharedChannel = {
  id: string;
  name: string;
  username: string;
  bio: string;
  plan: string;
  profile_key: string | null;
  cover_key: string | null;
  subscriber_count: number;
  content_count: number;
  is_indexed: boolean;
};

/** An earner's visible channel; null for any other. */
export async function selectSharedChannel(sql: Sql, id: string): Promise<SharedChannel | null> {
  const { rows } = await raw<SharedChannel>`
    select c.id, c.name, a.username, c.bio, a.plan, c.profile_key, c.cover_key, c.subscriber_count, c.content_count,
      ${IS_INDEXED} as is_indexed
    from channels c join accounts a on a.id = c.owner_id left join privacy_settings p on p.account_id = a.id
    where c.id = ${id} and a.plan is not null and c.hidden_at is null`.execute(sql);
  return rows[0] ?? null;
}

/** Every referral code the account has or had. */
export async function selectCodesOf(sql: Sql, accountId: string): Promise<string[]> {
  const rows = await sql.selectFrom("referral_codes").select("code").where("earner_id", "=", accountId).execute();
  return rows.map((row) => row.code);
}

/** Public items of findable channels, in the order of their ids, after `after`. */
export async function selectItemsToFind(sql: Sql, after: string, limit: number): Promise<SitemapRow[]> {
  const { rows } = await raw<SitemapRow>`
    select i.id, i.type, coalesce(i.published_at, i.created_at) as changed_at
    from ${ITEMS}
    where i.id > ${after}::uuid and i.is_listed and ${IS_INDEXED}
    order by i.id limit ${limit}`.execute(sql);
  return rows;
}

/** Findable channels of earners, in the order of their ids, after `after`. */
export async function selectChannelsToFind(sql: Sql, after: string, limit: number): Promise<SitemapRow[]> {
  const { rows } = await raw<SitemapRow>`
    select c.id, 'channel' as type, c.created_at as changed_at
    from ${CHANNELS}
    where c.id > ${after}::uuid and a.plan is not null and c.hidden_at is null and ${IS_INDEXED}
    order by c.id limit ${limit}`.execute(sql);
  return rows;
}

/** The last id of each file of `size` items, except the last file. Reads every row, so do not call this per request. */
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

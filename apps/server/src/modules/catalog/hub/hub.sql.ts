import type { HubSort, HubState } from "@app/contract/hub";
import { type RawBuilder, sql as raw } from "kysely";
import { type ContentRow, contentsWithChannel } from "#modules/catalog/contents/contents.sql.ts";
import type { Sql } from "#platform/db/database.ts";

export type HubFilter = {
  channelId: string;
  /** Matches titles and tags, ignoring case and accents; empty matches everything. */
  search: string;
  type?: string | undefined;
  state?: HubState | undefined;
  visibility?: string | undefined;
  category?: number | undefined;
};

const STATES: Record<HubState, RawBuilder<boolean>> = {
  processing: raw`i.state = 'processing'`,
  ready: raw`i.state = 'ready'`,
  // Also a video that can be watched and lacks what is made after its ladder.
  failed: raw`(i.state = 'failed' or (i.state = 'ready' and i.fault is not null))`,
  scheduled: raw`i.publish_at is not null`,
  hidden: raw`i.hidden_at is not null`,
};

const ORDERS: Record<HubSort, RawBuilder<unknown>> = {
  newest: raw`i.created_at desc, i.id desc`,
  oldest: raw`i.created_at, i.id`,
  views: raw`i.total_views desc, i.created_at desc, i.id desc`,
  title: raw`lower(i.title), i.id`,
};

function isMatch(filter: HubFilter): RawBuilder<boolean> {
  const parts = [raw`i.channel_id = ${filter.channelId} and i.deleted_at is null`];
  if (filter.search !== "") parts.push(matchesSearch(filter.search));
  if (filter.type !== undefined) parts.push(raw`i.type = ${filter.type}`);
  if (filter.state !== undefined) parts.push(STATES[filter.state]);
  if (filter.visibility !== undefined) parts.push(raw`i.visibility = ${filter.visibility}`);
  if (filter.category !== undefined) parts.push(raw`i.category_id = ${filter.category}`);
  return raw<boolean>`${raw.join(parts, raw` and `)}`;
}

/** Signs alone, such as an emoji, have no key: they are looked for as they are. */
function matchesSearch(search: string): RawBuilder<boolean> {
  const text = raw`i.title || ' ' || array_to_string(i.tags, ' ')`;
  return raw<boolean>`
    case when search_key(${search}) = '' then strpos(lower(${text}), lower(${search})) > 0
      else strpos(search_key(${text}), search_key(${search})) > 0 end`;
}

/** One channel's items in every state. An earner has few enough to sort them on each request. */
export function selectHubContents(
  sql: Sql,
  filter: HubFilter,
  { sort, limit, offset }: { sort: HubSort; limit: number; offset: number },
): Promise<ContentRow[]> {
  return contentsWithChannel(sql).where(isMatch(filter)).orderBy(ORDERS[sort]).limit(limit).offset(offset).execute();
}

/** Counts at most `most`. */
export async function countHubContents(sql: Sql, filter: HubFilter, most: number): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*) as total from (select from contents i where ${isMatch(filter)} limit ${most}) counted`.execute(sql);
  return rows[0]?.total ?? 0;
}

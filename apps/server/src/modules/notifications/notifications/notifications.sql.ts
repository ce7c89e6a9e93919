import { type RawBuilder, sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { PageRange, Position } from "#platform/pagination.ts";
import { isVisibleSql } from "#platform/visible-items.sql.ts";

export type NotificationRow = {
  id: string;
  kind: string;
  cause: string;
  detail: string | null;
  is_read: boolean;
  updated_at: Date;
  content_id: string | null;
  content_type: string | null;
  content_title: string | null;
  content_state: string | null;
  /** The comment that it opens. */
  comment_id: string | null;
  comment_body: string | null;
  actor_username: string | null;
  actor_name: string | null;
  actor_channel_id: string | null;
  actor_profile_key: string | null;
  /** Different people, counted up to `ACTORS_MAX`. */
  actors: number;
};

export type NotificationFilter = { accountId: string; isUnread: boolean };

/** Beyond this, the exact number says nothing more. */
const ACTORS_MAX = 1_000;

const IS_ITEM_VISIBLE = isVisibleSql("n.account_id");

/**
 * Nobody is notified about an item that they may no longer see, or a comment that was deleted; but everybody is of what
 * staff decided about something of theirs, and may appeal. A condition on a notification `n`.
 */
export const IS_SUBJECT_VISIBLE = raw.raw(`((n.content_id is null
    or (n.kind = 'moderation' and n.cause !~ '^(content_reported|content_restored|comment_restored):')
    or exists (select from contents i join channels c on c.id = i.channel_id
      where i.id = n.content_id and ${IS_ITEM_VISIBLE}))
  and not exists (select from comments d where d.id = n.comment_id and d.status = 'deleted'))`);

/** Of an item `i`; null if it is somebody else's, and the person may no longer see it. */
const TITLE = raw.raw(`case when n.kind <> 'moderation' or exists (select from channels c
  where c.id = i.channel_id and (c.owner_id = n.account_id or ${IS_ITEM_VISIBLE})) then i.title end`);

function isShown({ accountId, isUnread }: NotificationFilter): RawBuilder<unknown> {
  return raw`n.account_id = ${accountId} and n.in_bell and (not ${isUnread}::boolean or not n.is_read)
    and ${IS_SUBJECT_VISIBLE}`;
}

/** `NotificationRow` of the notifications `n`, with the joins below. @param sources which sources count */
function columnsOf(sources: RawBuilder<unknown>): RawBuilder<unknown> {
  return raw`
    n.id, n.kind, n.cause, case when n.actor_id is null or a.id is not null then n.detail end as detail,
    n.is_read, n.updated_at, n.updated_at::text as at, n.content_id,
    i.type as content_type, ${TITLE} as content_title, i.state as content_state,
    c.id as comment_id, c.body as comment_body,
    a.username as actor_username, h.name as actor_name, h.profile_key as actor_profile_key,
    case when h.hidden_at is null then h.id end as actor_channel_id,
    (select count(distinct s.actor_id)::integer from (
      select actor_id from notification_sources where ${sources} limit ${ACTORS_MAX}) s) as actors`;
}

function joinsOf(sources: RawBuilder<unknown>): RawBuilder<unknown> {
  return raw`
    left join contents i on i.id = n.content_id
    left join lateral (
      select source_id, actor_id from notification_sources where ${sources}
      order by created_at desc, source_id desc limit 1) latest on true
    left join comments c on c.status <> 'deleted'
      and c.id = case when n.kind in ('comment', 'reply') then latest.source_id else n.comment_id end
    left join accounts a on a.id = coalesce(latest.actor_id, n.actor_id) and a.deletion_due_at is null
    left join channels h on h.owner_id = a.id`;
}

const ALL = raw`notification_id = n.id`;
export const NOTIFICATION_COLUMNS = columnsOf(ALL);
export const NOTIFICATION_JOINS = joinsOf(ALL);

const NEW = raw`${ALL} and created_at > coalesce(n.shown_until, '-infinity')`;

/** @param page the name of a query for notifications with a column `shown_until`: only later sources count */
export function toDetails(page: RawBuilder<unknown>): RawBuilder<unknown> {
  return raw`select ${columnsOf(NEW)} from ${page} n ${joinsOf(NEW)}`;
}

/** Latest first. */
export async function selectNotifications(
  sql: Sql,
  filter: NotificationFilter,
  { limit, offset, after }: PageRange,
): Promise<(NotificationRow & { position: Position })[]> {
  const isAfter = after ? raw`and (n.updated_at, n.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : raw``;
  const { rows } = await raw<NotificationRow & { at: string }>`
    with page as (
      select n.* from notifications n where ${isShown(filter)} ${isAfter}
      order by n.updated_at desc, n.id desc limit ${limit} offset ${offset}
    )
    select ${NOTIFICATION_COLUMNS} from page n ${NOTIFICATION_JOINS}
    order by n.updated_at desc, n.id desc`.execute(sql);
  return rows.map((row) => ({ ...row, position: [row.at, row.id] }));
}

/** Counts at most `most`. */
export async function countNotifications(sql: Sql, filter: NotificationFilter, most: number): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*)::integer as total from (
      select from notifications n where ${isShown(filter)} limit ${most}) counted`.execute(sql);
  return rows[0]?.total ?? 0;
}

/** Marking as unread does nothing if the cause has a new notification by now. @returns whether it is the person's */
export async function setRead(sql: Sql, accountId: string, id: string, isRead: boolean): Promise<boolean> {
  const { rows } = await raw`
    with own as (select id, cause from notifications where id = ${id} and account_id = ${accountId}), changed as (
      update notifications n set is_read = ${isRead} from own
      where n.id = own.id and n.is_read <> ${isRead} and (${isRead} or not exists (
        select from notifications o where o.account_id = ${accountId} and o.cause = own.cause and not o.is_read))
    )
    select from own`.execute(sql);
  return rows.length > 0;
}

export async function setAllRead(sql: Sql, accountId: string): Promise<void> {
  await raw`
    update notifications set is_read = true where account_id = ${accountId} and in_bell and not is_read`.execute(sql);
}

/** Deletes notifications that have not changed for half a year. @returns how many */
export async function purgeOld(sql: Sql, limit: number): Promise<number> {
  const { rows } = await raw`
    delete from notifications where id in (
      select id from notifications where updated_at < now() - interval '180 days' order by updated_at limit ${limit})
    returning 1`.execute(sql);
  return rows.length;
}

export async function needsTimeZone(sql: Sql, accountId: string): Promise<boolean> {
  const { rows } = await raw`
    select from delivery_settings where account_id = ${accountId} and time_zone is not null`.execute(sql);
  return rows.length === 0;
}

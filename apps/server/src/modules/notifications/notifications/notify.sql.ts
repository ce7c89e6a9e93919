import type { EventPayloads } from "@app/contract/events";
import type { NotificationKind } from "@app/contract/preferences";
import { type RawBuilder, sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** A notification that is new or has a new source, and its recipient. */
export type Notified = { id: string; account_id: string };

/**
 * Creates notifications from a query with the columns recipient, kind, cause, content_id, comment_id, source_id and
 * actor_id. One unread notification for each recipient and cause, which is `{reason}:{id}` with a reason of `SENTENCES`;
 * nobody is notified of their own actions, of a kind that they switched off everywhere, or of people whom they blocked or
 * who blocked them, unless these joined or earned by a link.
 */
async function notify(tx: Sql, wanted: RawBuilder<unknown>): Promise<Notified[]> {
  const { rows } = await raw<Notified>`
    with wanted as (${wanted}), allowed as (
      select w.*, s.bell from wanted w join accounts a on a.id = w.recipient and a.deletion_due_at is null
      join notification_choices s on s.account_id = w.recipient and s.kind = w.kind
      where s.is_wanted and w.recipient is distinct from w.actor_id
        and (w.kind like 'referral%' or not exists (
          select from block_pairs b where b.account_id = w.recipient and b.other_id = w.actor_id))
    ), grouped as (
      insert into notifications as n (id, account_id, kind, cause, content_id, comment_id, in_bell)
      select uuidv7(), g.recipient, g.kind, g.cause, g.content_id, g.comment_id, g.bell
      from (select distinct on (recipient, cause) * from allowed order by recipient, cause) g
      on conflict (account_id, cause) where not is_read
        do update set updated_at = clock_timestamp(), in_bell = n.in_bell or excluded.in_bell
      returning id, account_id, cause
    ), added as (
      insert into notification_sources (notification_id, source_id, actor_id)
      select distinct on (g.id, w.source_id) g.id, w.source_id, w.actor_id
      from allowed w join grouped g on g.account_id = w.recipient and g.cause = w.cause
      on conflict do nothing
    )
    select id, account_id from grouped`.execute(tx);
  return rows;
}

/** A comment that becomes visible again, or late, notifies people only while it is this young. */
const COMMENT_MAX_AGE_DAYS = 30;

/** Notifies the author of the parent comment, the people mentioned and the owner of the item: each once, in this order. */
export function notifyOfComments(tx: Sql, commentIds: readonly string[]): Promise<Notified[]> {
  return notify(
    tx,
    raw`
      select distinct on (recipient, source_id) recipient, kind, cause, content_id, comment_id, source_id, actor_id
      from (
        select p.author_id as recipient, 'reply' as kind, 'reply:' || p.id as cause, c.content_id, p.id as comment_id,
          c.id as source_id, c.author_id as actor_id, 1 as rank
        from comments c join comments p on p.id = c.parent_id and p.status <> 'deleted'
        where c.id = any(${[...commentIds]}::uuid[]) and c.author_id is not null and p.author_id is not null
        union all
        select m.account_id, 'reply', 'mention:' || c.id, c.content_id, c.id, c.id, c.author_id, 2
        from comments c join comment_mentions m on m.comment_id = c.id
        where c.id = any(${[...commentIds]}::uuid[]) and c.author_id is not null
        union all
        select h.owner_id, 'comment', 'comment:' || c.content_id, c.content_id, null, c.id, c.author_id, 3
        from comments c join channels h on h.id = c.channel_id
        where c.id = any(${[...commentIds]}::uuid[]) and c.author_id is not null
      ) notified
      where recipient is distinct from actor_id and source_id in (
        select id from comments where id = any(${[...commentIds]}::uuid[])
          and created_at > now() - make_interval(days => ${COMMENT_MAX_AGE_DAYS}))
      order by recipient, source_id, rank`,
  );
}

/** Those who were notified of the comment for another reason are not notified again. */
export function notifyOfMentions(tx: Sql, commentId: string, accountIds: readonly string[]): Promise<Notified[]> {
  return notify(
    tx,
    raw`
      select mentioned.id as recipient, 'reply' as kind, 'mention:' || c.id as cause, c.content_id, c.id as comment_id,
        c.id as source_id, c.author_id as actor_id
      from comments c cross join unnest(${[...accountIds]}::uuid[]) as mentioned (id)
      where c.id = ${commentId} and c.author_id is not null and not exists (
        select from notification_sources s join notifications n on n.id = s.notification_id
        where s.source_id = c.id and n.account_id = mentioned.id)`,
  );
}

export type CommentLike = { comment_id: string; account_id: string };

export function notifyOfCommentLikes(tx: Sql, likes: readonly CommentLike[]): Promise<Notified[]> {
  return notify(
    tx,
    raw`
      select c.author_id as recipient, 'reaction' as kind, 'comment_like:' || c.id as cause, c.content_id,
        c.id as comment_id, l.account_id as source_id, l.account_id as actor_id
      from jsonb_to_recordset(${JSON.stringify(likes)}::jsonb) as l (comment_id uuid, account_id uuid)
      join comments c on c.id = l.comment_id and c.status = 'visible' and c.author_id is not null`,
  );
}

export type ContentLike = { content_id: string; account_id: string };

export function notifyOfLikes(tx: Sql, likes: readonly ContentLike[]): Promise<Notified[]> {
  return notify(
    tx,
    raw`
      select h.owner_id as recipient, 'reaction' as kind, 'like:' || i.id as cause, i.id as content_id,
        null::uuid as comment_id, l.account_id as source_id, l.account_id as actor_id
      from jsonb_to_recordset(${JSON.stringify(likes)}::jsonb) as l (content_id uuid, account_id uuid)
      join contents i on i.id = l.content_id join channels h on h.id = i.channel_id`,
  );
}

export function notifyOfHeart(tx: Sql, commentId: string): Promise<Notified[]> {
  return notify(
    tx,
    raw`
      select c.author_id as recipient, 'reaction' as kind, 'heart:' || c.id as cause, c.content_id,
        c.id as comment_id, h.owner_id as source_id, h.owner_id as actor_id
      from comments c join channels h on h.id = c.channel_id where c.id = ${commentId} and c.author_id is not null`,
  );
}

/** Not of one whose author is hidden, because the owner does not see it. */
export function notifyOfFilmNote(tx: Sql, noteId: string): Promise<Notified[]> {
  return notify(
    tx,
    raw`
      select h.owner_id as recipient, 'comment' as kind, 'film_note:' || i.id as cause, i.id as content_id,
        null::uuid as comment_id, n.id as source_id, n.author_id as actor_id
      from film_notes n join contents i on i.id = n.content_id join channels h on h.id = i.channel_id
      join channels a on a.owner_id = n.author_id and a.hidden_at is null
      where n.id = ${noteId} and n.is_shared and n.dismissed_at is null`,
  );
}

export function notifyOfFollow(tx: Sql, channelId: string, followerId: string): Promise<Notified[]> {
  return notify(
    tx,
    raw`
      select owner_id as recipient, 'follow' as kind, 'follow:' || id as cause, null::uuid as content_id,
        null::uuid as comment_id, ${followerId}::uuid as source_id, ${followerId}::uuid as actor_id
      from channels where id = ${channelId}`,
  );
}

/** @param kind 'referral_joined' or 'referral_earned' */
export function notifyOfReferral(
  tx: Sql,
  kind: NotificationKind,
  { earnerId, referredId }: { earnerId: string; referredId: string },
): Promise<Notified[]> {
  return notify(
    tx,
    raw`
      select ${earnerId}::uuid as recipient, ${kind}::text as kind, ${kind}::text as cause, null::uuid as content_id,
        null::uuid as comment_id, ${referredId}::uuid as source_id, ${referredId}::uuid as actor_id`,
  );
}

export type AccountNotice = {
  accountId: string;
  kind: NotificationKind;
  /** One of `SENTENCES`. */
  reason: string;
  /** What is grouped until it is read; null: nothing. */
  subjectId: string | null;
  contentId?: string | null;
  /** Further facts of the sentence: an amount, a date, a device, the reason for a decision. */
  detail: string | null;
  /** Whose name the detail is. */
  actorId?: string | null;
};

/** Notifies people of something about their own accounts, which nobody else did. Each subject may be there once. */
export async function notifyAccounts(
  tx: Sql,
  kind: NotificationKind,
  notices: readonly Omit<AccountNotice, "kind">[],
): Promise<Notified[]> {
  const { rows } = await raw<Notified>`
    insert into notifications as n (id, account_id, kind, cause, content_id, detail, actor_id, in_bell)
    select uuidv7(), a.id, ${kind}::text, m.reason || ':' || coalesce(m.subject_id, uuidv7()), m.content_id, m.detail,
      m.actor_id, s.bell
    from unnest(
        ${notices.map((one) => one.accountId)}::uuid[], ${notices.map((one) => one.reason)}::text[],
        ${notices.map((one) => one.subjectId)}::uuid[], ${notices.map((one) => one.contentId ?? null)}::uuid[],
        ${notices.map((one) => one.detail)}::text[], ${notices.map((one) => one.actorId ?? null)}::uuid[]
      ) m (account_id, reason, subject_id, content_id, detail, actor_id)
      join accounts a on a.id = m.account_id
      join notification_choices s on s.account_id = a.id and s.kind = ${kind}
    where a.deletion_due_at is null and s.is_wanted
    on conflict (account_id, cause) where not is_read
      do update set updated_at = clock_timestamp(), detail = excluded.detail, in_bell = n.in_bell or excluded.in_bell
    returning id, account_id`.execute(tx);
  return rows;
}

/** Does nothing for an unpublished upload, because its owner is looking at it. */
export async function notifyOfProcessing(
  tx: Sql,
  contentId: string,
  reason: "processing" | "replacement_failed" | EventPayloads["content.file_changed"]["change"],
): Promise<Notified[]> {
  const { rows } = await raw<Notified>`
    insert into notifications as n (id, account_id, kind, cause, content_id, in_bell)
    select uuidv7(), h.owner_id, 'processing', ${reason}::text || ':' || i.id, i.id, s.bell
    from contents i join channels h on h.id = i.channel_id
    join notification_choices s on s.account_id = h.owner_id and s.kind = 'processing'
    where i.id = ${contentId} and s.is_wanted
    on conflict (account_id, cause) where not is_read
      do update set updated_at = clock_timestamp(), in_bell = n.in_bell or excluded.in_bell
    returning id, account_id`.execute(tx);
  return rows;
}

/**
 * Removes sources from notifications, and deletes notifications that have none left.
 * @param causes only of these causes, pairwise with `sourceIds`; null: of all
 * @returns the recipients
 */
export async function removeSources(
  tx: Sql,
  sourceIds: readonly string[],
  causes: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await raw<{ notification_id: string; account_id: string }>`
    delete from notification_sources s using notifications n,
      unnest(${[...sourceIds]}::uuid[], ${causes === null ? sourceIds.map(() => null) : [...causes]}::text[])
        as gone (source_id, cause)
    where n.id = s.notification_id and s.source_id = gone.source_id and n.cause = coalesce(gone.cause, n.cause)
    returning s.notification_id, n.account_id`.execute(tx);
  if (rows.length === 0) return [];
  await raw`
    delete from notifications n where n.id = any(${rows.map((row) => row.notification_id)}::uuid[])
      and not exists (select from notification_sources s where s.notification_id = n.id)`.execute(tx);
  return [...new Set(rows.map((row) => row.account_id))];
}

/**
 * Deletes two people's notifications about each other, except those about referrals and the security of an account.
 * @returns the recipients
 */
export async function deleteBetween(tx: Sql, accountId: string, otherId: string): Promise<string[]> {
  const pairs = raw`((${accountId}::uuid, ${otherId}::uuid), (${otherId}::uuid, ${accountId}::uuid))`;
  const { rows } = await raw<{ id: string; account_id: string }>`
    delete from notification_sources s using notifications n
    where n.id = s.notification_id and (n.account_id, s.actor_id) in ${pairs} and n.kind not like 'referral%'
    returning n.id, n.account_id`.execute(tx);
  const { rows: whole } = await raw<{ account_id: string }>`
    delete from notifications n where (n.account_id, n.actor_id) in ${pairs} and n.kind <> 'security'
    returning account_id`.execute(tx);
  await raw`
    delete from notifications n where n.id = any(${rows.map((row) => row.id)}::uuid[])
      and not exists (select from notification_sources s where s.notification_id = n.id)`.execute(tx);
  return [...new Set([...rows, ...whole].map((row) => row.account_id))];
}

/**
 * Deletes notifications about these comments themselves: who answered or liked them. Authors keep theirs while a
 * comment is held, since it may come back, or hidden, which they must not notice.
 * @returns the recipients
 */
export async function deleteOfComments(tx: Sql, commentIds: readonly string[]): Promise<string[]> {
  const { rows } = await raw<{ account_id: string }>`
    delete from notifications n where n.comment_id = any(${[...commentIds]}::uuid[]) and not exists (
      select from comments c where c.id = n.comment_id and c.author_id = n.account_id and c.status <> 'deleted')
    returning n.account_id`.execute(tx);
  return [...new Set(rows.map((row) => row.account_id))];
}

/** Deletes what people got because a comment mentioned them. @returns the recipients */
export async function deleteOfMentions(tx: Sql, commentId: string, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await raw<{ account_id: string }>`
    delete from notifications
    where cause = ${`mention:${commentId}`} and account_id = any(${[...accountIds]}::uuid[])
    returning account_id`.execute(tx);
  return rows.map((row) => row.account_id);
}

/** Deletes a person's notifications, and their actions from the notifications of others. */
export async function eraseNotificationsOf(tx: Sql, accountId: string): Promise<void> {
  await raw`delete from notifications where account_id = ${accountId}`.execute(tx);
  await raw`delete from notification_readers where account_id = ${accountId}`.execute(tx);
  await raw`update notifications set actor_id = null, detail = null where actor_id = ${accountId}`.execute(tx);
  const { rows } = await raw<{ notification_id: string }>`
    delete from notification_sources where actor_id = ${accountId} returning notification_id`.execute(tx);
  await raw`
    delete from notifications n where n.id = any(${rows.map((row) => row.notification_id)}::uuid[])
      and not exists (select from notification_sources s where s.notification_id = n.id)`.execute(tx);
}

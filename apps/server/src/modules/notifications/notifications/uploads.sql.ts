import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { Notified } from "./notify.sql.ts";

/** Followers who were here within these days are notified at once; the others when they come back. */
export const HERE_WITHIN_DAYS = 30;
/** Items that became public longer ago are skipped. */
const WITHIN_H = 24;
/** The most uploads that a person is notified of when they come back after a while. */
const CAUGHT_UP_MAX = 20;

/** @returns listed items whose followers have not all been notified, oldest first */
export async function selectUnfinished(sql: Sql, limit: number): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    select i.id from contents i left join notified_uploads t on t.content_id = i.id
    where i.is_listed and i.published_at > now() - make_interval(hours => ${WITHIN_H}) and t.finished_at is null
    order by i.published_at limit ${limit}`.execute(sql);
  return rows.map(({ id }) => id);
}

/** Locks the item's progress. @returns null: another worker has it, or all followers were notified */
export async function lockProgress(tx: Sql, contentId: string): Promise<{ after: string | null } | null> {
  await raw`insert into notified_uploads (content_id) values (${contentId}) on conflict do nothing`.execute(tx);
  const { rows } = await raw<{ after: string | null }>`
    select after from notified_uploads where content_id = ${contentId} and finished_at is null
    for update skip locked`.execute(tx);
  return rows[0] ?? null;
}

type Batch = {
  /** The last follower looked at; null: there are no more. */
  last: string | null;
  notified: Notified[];
  /** Recipients with a page that may be open. */
  here: string[];
};

/**
 * Notifies a batch of the channel's followers, in the order of their ids: those who followed before the item was published,
 * were here lately, and want to know. The person who uploaded it for a team is not among them.
 */
export async function notifyFollowers(
  tx: Sql,
  contentId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<Batch> {
  const { rows } = await raw<{ follower_id: string; id: string | null; is_here: boolean }>`
    with batch as (
      select f.follower_id, i.id as content_id, h.owner_id,
        f.created_at < i.published_at and f.follower_id is distinct from i.uploaded_by as is_concerned
      from contents i join channels h on h.id = i.channel_id join follows f on f.channel_id = h.id
      where i.id = ${contentId} and i.is_listed
        and (${after}::uuid is null or f.follower_id > ${after}::uuid)
      order by f.follower_id limit ${limit}
    ), seen as (
      select b.*, (select max(d.last_seen_at) from devices d
        where d.account_id = b.follower_id and d.deleted_at is null) as seen_at
      from batch b
    ), notified as (
      insert into notifications (id, account_id, kind, cause, content_id, actor_id, in_bell)
      select uuidv7(), s.follower_id, 'new_upload', 'new_upload:' || s.content_id, s.content_id, s.owner_id, n.bell
      from seen s join notification_choices n on n.account_id = s.follower_id and n.kind = 'new_upload'
      where s.is_concerned and n.is_wanted
        and s.seen_at > now() - make_interval(days => ${HERE_WITHIN_DAYS})
      on conflict do nothing
      returning id, account_id
    )
    select s.follower_id, t.id,
      s.seen_at > now() - interval '1 day' as is_here
    from seen s left join notified t on t.account_id = s.follower_id order by s.follower_id`.execute(tx);
  return {
    last: rows.length < limit ? null : (rows.at(-1)?.follower_id ?? null),
    notified: rows.flatMap(({ follower_id, id }) => (id === null ? [] : [{ id, account_id: follower_id }])),
    here: rows.filter((row) => row.id !== null && row.is_here).map((row) => row.follower_id),
  };
}

export async function saveProgress(tx: Sql, contentId: string, after: string | null): Promise<void> {
  await raw`
    update notified_uploads set after = ${after}, finished_at = case when ${after}::uuid is null then now() end
    where content_id = ${contentId}`.execute(tx);
}

/** Whether the last catch-up was more than a day ago, or never. */
export async function isCatchUpDue(sql: Sql, accountId: string): Promise<boolean> {
  const { rows } = await raw`
    select from notification_readers
    where account_id = ${accountId} and caught_up_at > now() - interval '1 day'`.execute(sql);
  return rows.length === 0;
}

/** Notifies a person who was away of the latest uploads of the channels they follow. */
export async function catchUp(tx: Sql, accountId: string): Promise<void> {
  const { rows } = await raw<{ caught_up_at: Date }>`
    select caught_up_at from notification_readers where account_id = ${accountId} for update`.execute(tx);
  await raw`
    insert into notification_readers (account_id, caught_up_at) values (${accountId}, now())
    on conflict (account_id) do update set caught_up_at = now()`.execute(tx);
  const [reader] = rows;
  // New members have not missed anything.
  if (reader === undefined) return;
  await raw`
    insert into notifications (id, account_id, kind, cause, content_id, actor_id, created_at, updated_at)
    select uuidv7(), ${accountId}::uuid, 'new_upload', 'new_upload:' || i.id, i.id, i.owner_id, i.published_at,
      i.published_at
    from (
      select i.id, i.published_at, h.owner_id
      from follows f join channels h on h.id = f.channel_id
      cross join lateral (
        select id, published_at from contents
        where channel_id = f.channel_id and is_listed and published_at > greatest(f.created_at, ${reader.caught_up_at})
          and uploaded_by is distinct from f.follower_id
        order by published_at desc limit ${CAUGHT_UP_MAX}) i
      where f.follower_id = ${accountId}
      order by i.published_at desc limit ${CAUGHT_UP_MAX}
    ) i
    join notification_choices s on s.account_id = ${accountId} and s.kind = 'new_upload'
    where s.bell and not exists (
      select from notifications n where n.account_id = ${accountId} and n.content_id = i.id and n.kind = 'new_upload')
    on conflict do nothing`.execute(tx);
}

import type { EventPayloads } from "@app/contract/events";
import type { NotificationKind } from "@app/contract/preferences";
import { type RawBuilder, sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import { IS_SUBJECT_VISIBLE, type NotificationRow, toDetails } from "../notifications/notifications.sql.ts";
import { JOIN_PAUSE, pauseEmails } from "../notifications/pauses.sql.ts";

export type Recipient = { account_id: string; email: string; username: string };

/**
 * @returns null: emails of notifications must not go to this account. Demo people get none either, until somebody signs
 * in as them
 */
export async function selectRecipient(sql: Sql, accountId: string): Promise<Recipient | null> {
  const { rows } = await raw<Recipient>`
    select a.id as account_id, a.email, a.username
    from accounts a
    where a.id = ${accountId} and a.email_verified_at is not null and a.email_disowned_at is null
      and a.deletion_due_at is null and a.erased_at is null
      and (not a.is_demo or exists (select from devices d where d.account_id = a.id))`.execute(sql);
  return rows[0] ?? null;
}

/** People with something to be emailed at once, in the order of their ids. */
export async function selectDuePeople(
  sql: Sql,
  { now, after, limit }: { now: Date; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await raw<{ account_id: string }>`
    select distinct account_id from notification_emails
    where due_at <= ${now} and (${after}::uuid is null or account_id > ${after}::uuid)
    order by account_id limit ${limit}`.execute(sql);
  return rows.map((row) => row.account_id);
}

/**
 * Locks what is due until the transaction ends, so that nothing is added meanwhile. Skips rows that another transaction
 * has locked.
 */
export async function lockDue(tx: Sql, accountId: string, now: Date): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    select n.id from notification_emails e join notifications n on n.id = e.notification_id
    where e.account_id = ${accountId} and e.due_at <= ${now} order by n.cause
    for update of e, n skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Makes them due at `at`; null: not at all. */
export async function setDue(tx: Sql, notificationIds: readonly string[], at: Date | null): Promise<void> {
  await raw`
    update notification_emails set due_at = ${at}
    where notification_id = any(${[...notificationIds]}::uuid[])`.execute(tx);
}

/** Records that an email contains these notifications in full. The caller has locked them. */
export async function setEmailed(tx: Sql, accountId: string, notificationIds: readonly string[]): Promise<void> {
  await raw`
    insert into notification_emails (notification_id, account_id, emailed_at)
    select id, ${accountId}::uuid, clock_timestamp() from unnest(${[...notificationIds]}::uuid[]) as id
    on conflict (notification_id) do update set emailed_at = excluded.emailed_at, due_at = null`.execute(tx);
  await pauseEmails(tx, notificationIds);
}

type Digests = {
  is_daily: boolean;
  is_weekly: boolean;
  /** One was sent earlier on this day of the recipient. */
  is_sent_today: boolean;
};

/** People with a digest that is due, in the order of their ids. */
export async function selectDuePeopleOfDigests(
  sql: Sql,
  { now, after, limit }: { now: Date; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await raw<{ account_id: string }>`
    select account_id from notification_digests
    where (daily_at is not null or weekly_at is not null) and least(daily_at, weekly_at) <= ${now}
      and (${after}::uuid is null or account_id > ${after}::uuid)
    order by account_id limit ${limit}`.execute(sql);
  return rows.map((row) => row.account_id);
}

/** @returns null: none is due, or another worker has it */
export async function lockDigests(
  tx: Sql,
  accountId: string,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Digests | null> {
  const { rows } = await raw<Digests>`
    select coalesce(d.daily_at <= ${now}, false) as is_daily, coalesce(d.weekly_at <= ${now}, false) as is_weekly,
      coalesce((d.sent_at at time zone z.name)::date = (${now}::timestamptz at time zone z.name)::date, false)
        as is_sent_today
    from notification_digests d
    cross join lateral (
      select coalesce(s.time_zone, ${timeZone}::text) as name from delivery_choices s where s.account_id = d.account_id) z
    where d.account_id = ${accountId} and least(d.daily_at, d.weekly_at) <= ${now}
    for update of d skip locked`.execute(tx);
  return rows[0] ?? null;
}

/** Postpones the digests that are due at `now` to `at`; null: until there is something new. */
export async function setDigestsDue(
  tx: Sql,
  accountId: string,
  { now, at, isSent = false }: { now: Date; at: Date | null; isSent?: boolean },
): Promise<void> {
  await raw`
    update notification_digests set daily_at = case when daily_at <= ${now} then ${at}::timestamptz else daily_at end,
      weekly_at = case when weekly_at <= ${now} then ${at}::timestamptz else weekly_at end,
      sent_at = case when ${isSent}::boolean then ${now}::timestamptz else sent_at end
    where account_id = ${accountId}`.execute(tx);
}

const SOCIAL_KINDS: readonly NotificationKind[] = ["comment", "reply", "reaction", "follow", "new_upload"];

/** Banned people cannot read what others do, so no email mentions it. A condition on a notification `n`. */
const IS_READABLE = raw`(n.kind <> all(${[...SOCIAL_KINDS]}::text[]) or not exists (
  select from suspensions b where b.account_id = n.account_id and b.until is null))`;

/** Digests leave out what is older. */
const DIGEST_MAX_AGE_DAYS = 8;

/** Unread and not in an email yet. A condition on a notification `n`. */
const IS_NOT_EMAILED = raw`(not n.is_read and n.updated_at > now() - make_interval(days => ${DIGEST_MAX_AGE_DAYS})
  and not exists (
    select from notification_emails e where e.notification_id = n.id and e.emailed_at >= n.updated_at))`;

/** Locks, as `lockDue`, what belongs into a digest: unread and not in an email yet. Latest first. */
export async function lockForDigest(
  tx: Sql,
  { account_id }: Recipient,
  { frequencies, limit }: { frequencies: readonly string[]; limit: number },
): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    select n.id from notifications n
    join notification_choices c on c.account_id = n.account_id and c.kind = n.kind
    where n.account_id = ${account_id} and not c.is_email_fixed and c.email = any(${[...frequencies]}::text[])
      and ${IS_SUBJECT_VISIBLE} and ${IS_READABLE} and ${IS_NOT_EMAILED}
    order by n.updated_at desc, n.id desc limit ${limit}
    for update of n skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What still waits for an email of the frequency that the person had before. */
export async function selectWaiting(
  tx: Sql,
  { account_id, kind, from }: EventPayloads["email_frequency.changed"],
): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    select n.id from notifications n
    left join notification_emails q on q.notification_id = n.id
    left join notification_digests d on d.account_id = n.account_id
    where n.account_id = ${account_id} and n.kind = ${kind} and ${IS_NOT_EMAILED}
      and case ${from}::text when 'at_once' then q.due_at when 'daily' then d.daily_at when 'weekly' then d.weekly_at end
        is not null`.execute(tx);
  return rows.map(({ id }) => id);
}

type Quote = { name: string | null; body: string };
export type EmailRow = NotificationRow & { quotes: Quote[] };

/** Comments that an email quotes. */
export const QUOTES_MAX = 3;

/**
 * The content of an email about these notifications: what is new since the last email, unread and visible to the
 * recipient, without what was taken back or is no longer wanted this often. Latest first.
 */
export async function selectForEmail(
  tx: Sql,
  { account_id }: Recipient,
  { ids, frequencies }: { ids: readonly string[]; frequencies: readonly string[] },
): Promise<EmailRow[]> {
  const { rows } = await raw<EmailRow>`
    with page as (
      select n.*, e.emailed_at as shown_until from notifications n
      join notification_choices c on c.account_id = n.account_id and c.kind = n.kind
      left join notification_emails e on e.notification_id = n.id
      where n.id = any(${[...ids]}::uuid[]) and n.account_id = ${account_id} and not n.is_read
        and c.email = any(${[...frequencies]}::text[]) and ${IS_SUBJECT_VISIBLE} and ${IS_READABLE}
        and (e.emailed_at is null or n.updated_at > e.emailed_at)
        and (not exists (select from notification_sources s where s.notification_id = n.id)
          or exists (select from notification_sources s where s.notification_id = n.id
            and s.created_at > coalesce(e.emailed_at, '-infinity')))
    ), details as (${toDetails(raw`page`)})
    select d.*, coalesce((
      select json_agg(json_build_object('name', h.name, 'body', q.body) order by q.created_at)
      from (
        select k.author_id, k.body, s.created_at
        from notification_sources s join comments k on k.id = s.source_id and k.status = 'visible'
        where s.notification_id = d.id and d.kind in ('comment', 'reply')
          and s.created_at > coalesce(p.shown_until, '-infinity')
        order by s.created_at desc limit ${QUOTES_MAX}) q
      left join accounts a on a.id = q.author_id and a.deletion_due_at is null
      left join channels h on h.owner_id = a.id), '[]') as quotes
    from details d join page p on p.id = d.id
    order by d.updated_at desc, d.id desc`.execute(tx);
  return rows;
}

/** What is noted of emails goes with the notifications. */
export async function eraseDigestsOf(tx: Sql, accountId: string): Promise<void> {
  await raw`delete from notification_digests where account_id = ${accountId}`.execute(tx);
}

/** What happens within these minutes is one email. */
const COLLECT_MIN = 5;
/** Minutes until the next email about a notification that stays unread. */
const AGAIN_MIN = 60;

/** `timeZone`: of people whose own is not known. */
type Clock = { now: Date; timeZone: string };

/** Notes that these notifications are due to be emailed, at once or in a digest, as their recipients chose. */
export async function queueEmails(tx: Sql, notificationIds: readonly string[], clock: Clock): Promise<void> {
  const { daily, weekly } = nextDigests(clock);
  await raw`
    with chosen as (
      select n.id, n.account_id, c.email, greatest(e.emailed_at, w.emailed_at) as emailed_at
      from notifications n
      join notification_choices c on c.account_id = n.account_id and c.kind = n.kind
      left join notification_emails e on e.notification_id = n.id
      ${JOIN_PAUSE}
      where n.id = any(${[...notificationIds]}::uuid[]) and c.email <> 'off' and not c.is_email_fixed
    ), at_once as (
      insert into notification_emails as e (notification_id, account_id, due_at)
      select id, account_id, greatest(${clock.now}::timestamptz + make_interval(mins => ${COLLECT_MIN}),
        emailed_at + make_interval(mins => ${AGAIN_MIN}))
      from chosen where email = 'at_once' order by id
      on conflict (notification_id) do update set due_at = excluded.due_at where e.due_at is null
    ), in_digests as (
      select account_id, bool_or(email = 'daily') as is_daily, bool_or(email = 'weekly') as is_weekly
      from chosen where email in ('daily', 'weekly') group by account_id
    )
    insert into notification_digests as d (account_id, daily_at, weekly_at)
    select i.account_id, case when i.is_daily then ${daily} end, case when i.is_weekly then ${weekly} end
    from in_digests i join delivery_choices s on s.account_id = i.account_id order by i.account_id
    on conflict (account_id) do update
      set daily_at = coalesce(d.daily_at, excluded.daily_at), weekly_at = coalesce(d.weekly_at, excluded.weekly_at)
      where d.daily_at is null and excluded.daily_at is not null
        or d.weekly_at is null and excluded.weekly_at is not null`.execute(tx);
}

/** Moves a person's digests to the times that they have chosen by now. */
export async function rescheduleDigests(tx: Sql, accountId: string, clock: Clock): Promise<void> {
  const { daily, weekly } = nextDigests(clock);
  await raw`
    update notification_digests d set daily_at = case when d.daily_at is not null then ${daily} end,
      weekly_at = case when d.weekly_at is not null then ${weekly} end
    from delivery_choices s where s.account_id = d.account_id and d.account_id = ${accountId}`.execute(tx);
}

/** Of the person whose row of `delivery_choices` is `s`. */
function nextDigests({ now, timeZone }: Clock): { daily: RawBuilder<unknown>; weekly: RawBuilder<unknown> } {
  const next = (weekday: RawBuilder<unknown>) =>
    raw`next_digest_at(${now}::timestamptz, coalesce(s.time_zone, ${timeZone}::text), s.digest_hour, ${weekday})`;
  return { daily: next(raw`null`), weekly: next(raw`s.digest_weekday`) };
}

import { type RawBuilder, sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

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
      select n.id, n.account_id, c.email, e.emailed_at
      from notifications n
      join notification_choices c on c.account_id = n.account_id and c.kind = n.kind
      left join notification_emails e on e.notification_id = n.id
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

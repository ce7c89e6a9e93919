import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** Joins to a notification `n` the pause `w` of its cause, if the notification that was sent has been taken back since. */
export const JOIN_PAUSE = raw`left join notification_pauses w on w.account_id = n.account_id and w.cause = n.cause
  and not exists (select from notifications gone where gone.id = w.notification_id)`;

type Sent = { id: string; account_id: string; cause: string };

/** Notes that a push was sent. Its notification may have been taken back meanwhile. */
export async function pausePushes(sql: Sql, { id, account_id, cause }: Sent): Promise<void> {
  await raw`
    insert into notification_pauses (account_id, cause, notification_id, pushed_at)
    select a.id, ${cause}::text, ${id}::uuid, now() from accounts a where a.id = ${account_id}
    on conflict (account_id, cause) do update
      set notification_id = excluded.notification_id, pushed_at = excluded.pushed_at`.execute(sql);
}

/** Notes that these notifications were emailed. */
export async function pauseEmails(tx: Sql, notificationIds: readonly string[]): Promise<void> {
  await raw`
    insert into notification_pauses (account_id, cause, notification_id, emailed_at)
    select distinct on (n.account_id, n.cause) n.account_id, n.cause, n.id, clock_timestamp() from notifications n
    where n.id = any(${[...notificationIds]}::uuid[])
    order by n.account_id, n.cause, n.is_read
    on conflict (account_id, cause) do update
      set notification_id = excluded.notification_id, emailed_at = excluded.emailed_at`.execute(tx);
}

/** Deletes those that nothing waits for any more. */
export async function purgePauses(sql: Sql): Promise<void> {
  await raw`delete from notification_pauses where greatest(pushed_at, emailed_at) < now() - interval '1 day'`.execute(
    sql,
  );
}

export async function erasePausesOf(tx: Sql, accountId: string): Promise<void> {
  await raw`delete from notification_pauses where account_id = ${accountId}`.execute(tx);
}

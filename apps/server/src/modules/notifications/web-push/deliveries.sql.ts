import { sql as raw } from "kysely";
import {
  IS_SUBJECT_VISIBLE,
  NOTIFICATION_COLUMNS,
  NOTIFICATION_JOINS,
  type NotificationRow,
} from "#modules/notifications/notifications/notifications.sql.ts";
import { JOIN_PAUSE } from "#modules/notifications/notifications/pauses.sql.ts";
import type { Sql } from "#platform/db/database.ts";

/** After a push, more of the same group waits for this long: a popular item must not buzz at each like. */
const GROUP_PAUSE_MIN = 5;
/** Whoever claims a delivery has this long before another worker takes it. */
const CLAIM_S = 120;

/**
 * Queues notifications for those devices of their recipients that get pushes, if the recipient wants pushes of the kind.
 * @returns whether there are any
 */
export async function insertDeliveries(tx: Sql, notificationIds: readonly string[]): Promise<boolean> {
  const { rows } = await raw`
    insert into push_deliveries as p (notification_id, device_id, due_at)
    select n.id, s.device_id, greatest(now(), w.pushed_at + make_interval(mins => ${GROUP_PAUSE_MIN}))
    from notifications n
    join devices d on d.account_id = n.account_id and d.deleted_at is null
    join push_subscriptions s on s.device_id = d.id
    join notification_choices c on c.account_id = n.account_id and c.kind = n.kind and c.push
    ${JOIN_PAUSE}
    where n.id = any(${[...notificationIds]}::uuid[])
    order by n.id, s.device_id
    on conflict (notification_id, device_id) do update set attempts = 0,
      due_at = coalesce(p.due_at, greatest(now(), p.sent_at + make_interval(mins => ${GROUP_PAUSE_MIN})))
    returning 1`.execute(tx);
  return rows.length > 0;
}

export type Delivery = { notification_id: string; device_id: string; attempts: number };

/** Claims what is due. A delivery whose worker ends is due again later, and then shows on the device a second time. */
export async function claimDeliveries(sql: Sql, limit: number): Promise<Delivery[]> {
  const { rows } = await raw<Delivery>`
    update push_deliveries p set due_at = now() + make_interval(secs => ${CLAIM_S}), attempts = p.attempts + 1
    from (
      select notification_id, device_id from push_deliveries where due_at <= now()
      order by due_at, device_id limit ${limit} for update skip locked
    ) due
    where p.notification_id = due.notification_id and p.device_id = due.device_id
    returning p.notification_id, p.device_id, p.attempts`.execute(sql);
  return rows;
}

type Key = Pick<Delivery, "notification_id" | "device_id">;

const isOne = (key: Key) => raw`p.notification_id = ${key.notification_id} and p.device_id = ${key.device_id}`;

/** Ends a delivery that is no longer wanted, or failed for good. */
export async function dropDelivery(sql: Sql, key: Key): Promise<void> {
  await raw`delete from push_deliveries p where ${isOne(key)}`.execute(sql);
}

export async function postponeDelivery(sql: Sql, key: Key, dueAt: Date): Promise<void> {
  await raw`update push_deliveries p set due_at = ${dueAt} where ${isOne(key)}`.execute(sql);
}

/** @param updatedAt of the notification that was sent: if it has changed since, the change is due after the pause */
export async function markDelivered(sql: Sql, key: Key, updatedAt: string): Promise<void> {
  await raw`
    update push_deliveries p set sent_at = now(), attempts = 0,
      due_at = case when n.updated_at > ${updatedAt}::timestamptz then now() + make_interval(mins => ${GROUP_PAUSE_MIN}) end
    from notifications n where n.id = p.notification_id and ${isOne(key)}`.execute(sql);
}

/** @property at `updated_at` to the microsecond */
export type PushedRow = NotificationRow & { account_id: string; at: string };

/** Those of the notifications that are still unread, may still be seen, and are of a kind whose pushes are still on. */
export async function selectPushed(sql: Sql, notificationIds: readonly string[]): Promise<PushedRow[]> {
  const { rows } = await raw<PushedRow>`
    select n.account_id, ${NOTIFICATION_COLUMNS}
    from notifications n
    join notification_choices w on w.account_id = n.account_id and w.kind = n.kind and w.push
    ${NOTIFICATION_JOINS}
    where n.id = any(${[...notificationIds]}::uuid[]) and not n.is_read
      and ${IS_SUBJECT_VISIBLE}`.execute(sql);
  return rows;
}

/** Deletes deliveries a day after they were sent; only pushes of the same group within minutes still need them. */
export async function purgeDeliveries(sql: Sql): Promise<void> {
  await raw`delete from push_deliveries where due_at is null and sent_at < now() - interval '1 day'`.execute(sql);
}

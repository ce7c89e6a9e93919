import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { PaymentEvent } from "#platform/payments/payments.ts";

const KEPT_DAYS = 90;

export async function isKnownEvent(sql: Sql, id: string): Promise<boolean> {
  return (await sql.selectFrom("webhook_events").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

/** @returns whether it is new; two at once wait for each other, and one of them is told no */
export async function insertEvent(tx: Sql, event: PaymentEvent): Promise<boolean> {
  const rows = await tx
    .insertInto("webhook_events")
    .values({ id: event.id, type: event.type, created_at: event.createdAt })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .execute();
  return rows.length > 0;
}

/** Stripe gives up after three days; a copy that comes later than this is of an old signature anyway. */
export async function deleteOldEvents(sql: Sql): Promise<void> {
  await raw`delete from webhook_events where received_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(sql);
}

import { randomUUID } from "node:crypto";
import { sql as raw } from "kysely";
import type { Sql } from "../db/database.ts";
import type { PaymentEvent } from "./payments.ts";

const BATCH_SIZE = 100;

export type SandboxDeps = { sql: Sql; now: () => Date };

/** An id in Stripe's format. */
export function newSandboxId(kind: string): string {
  return `${kind}_sandbox_${randomUUID().replaceAll("-", "")}`;
}

/** Records an event, to be delivered after the caller's transaction commits. */
export async function recordEvent(
  tx: Sql,
  at: Date,
  event: { type: string; objectId: string; customerId: string },
): Promise<void> {
  await tx
    .insertInto("sandbox_events")
    .values({
      id: newSandboxId("evt"),
      type: event.type,
      object_id: event.objectId,
      customer_id: event.customerId,
      created_at: at,
    })
    .execute();
}

/** Delivers each pending event once, oldest first. A failing event stays for the next call and does not block the rest. */
export async function deliverEvents(
  { sql, now }: SandboxDeps,
  handle: (event: PaymentEvent) => Promise<void>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  let after: PendingEvent | null = null;
  for (;;) {
    const pending = await selectPending(sql, after);
    for (const event of pending) {
      try {
        await handle(event);
        await sql.updateTable("sandbox_events").set({ delivered_at: now() }).where("id", "=", event.id).execute();
      } catch (error) {
        onFailure(error);
      }
    }
    after = pending.at(-1) ?? null;
    if (pending.length < BATCH_SIZE) return;
  }
}

/** `cursor` is `created_at` to the microsecond, which a `Date` would round. */
type PendingEvent = PaymentEvent & { cursor: string };

async function selectPending(sql: Sql, after: PendingEvent | null): Promise<PendingEvent[]> {
  const { rows } = await raw<PendingEvent>`
    select id, type, object_id as "objectId", created_at as "createdAt", created_at::text as cursor
    from sandbox_events
    where delivered_at is null
      and (${after?.cursor ?? null}::timestamptz is null
        or (created_at, id) > (${after?.cursor ?? null}::timestamptz, ${after?.id ?? ""}::text))
    order by created_at, id limit ${BATCH_SIZE}`.execute(sql);
  return rows;
}

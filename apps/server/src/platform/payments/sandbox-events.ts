import { randomUUID } from "node:crypto";
import { sql as raw } from "kysely";
import type { Sql } from "../db/database.ts";
import type { PaymentEvent } from "./payments.ts";

const DELIVERED_AT_ONCE = 100;

export type SandboxWorld = { sql: Sql; now: () => Date };

/** An id as Stripe's look. */
export function newSandboxId(kind: string): string {
  return `${kind}_sandbox_${randomUUID().replaceAll("-", "")}`;
}

/** Says that something has happened, if and when the caller's transaction is committed. */
export async function say(
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

/** Oldest first, each once a call. One that is not taken stays for the next call, and those behind it are handed over. */
export async function deliverEvents(
  { sql, now }: SandboxWorld,
  take: (event: PaymentEvent) => Promise<void>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  let after: WaitingEvent | null = null;
  for (;;) {
    const waiting = await selectWaiting(sql, after);
    for (const event of waiting) {
      try {
        await take(event);
        await sql.updateTable("sandbox_events").set({ delivered_at: now() }).where("id", "=", event.id).execute();
      } catch (error) {
        onFailure(error);
      }
    }
    after = waiting.at(-1) ?? null;
    if (waiting.length < DELIVERED_AT_ONCE) return;
  }
}

/** `place` is `created_at` to the microsecond, which a `Date` would round. */
type WaitingEvent = PaymentEvent & { place: string };

async function selectWaiting(sql: Sql, after: WaitingEvent | null): Promise<WaitingEvent[]> {
  const { rows } = await raw<WaitingEvent>`
    select id, type, object_id as "objectId", created_at as "createdAt", created_at::text as place
    from sandbox_events
    where delivered_at is null
      and (${after?.place ?? null}::timestamptz is null
        or (created_at, id) > (${after?.place ?? null}::timestamptz, ${after?.id ?? ""}::text))
    order by created_at, id limit ${DELIVERED_AT_ONCE}`.execute(sql);
  return rows;
}

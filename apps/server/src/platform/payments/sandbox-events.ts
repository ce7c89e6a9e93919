import { randomUUID } from "node:crypto";
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

/** Oldest first. One that is not taken stays, and is handed over again with the next call. */
export async function deliverEvents(
  { sql, now }: SandboxWorld,
  take: (event: PaymentEvent) => Promise<void>,
): Promise<void> {
  const waiting = await sql
    .selectFrom("sandbox_events")
    .select(["id", "type", "object_id as objectId", "created_at as createdAt"])
    .where("delivered_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .limit(DELIVERED_AT_ONCE)
    .execute();
  for (const event of waiting) {
    await take(event);
    await sql.updateTable("sandbox_events").set({ delivered_at: now() }).where("id", "=", event.id).execute();
  }
}

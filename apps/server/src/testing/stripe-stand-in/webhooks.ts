import { createHmac } from "node:crypto";
import type { StandInEvent } from "./world.ts";

export type Delivery = {
  /** Signed with this instead of the secret that was agreed to. */
  secret?: string;
  /** Signed this many seconds ago. */
  ageS?: number;
  /** Changed after it was signed. */
  tamper?: (body: string) => string;
};

/** Sends an event as Stripe does: the exact bytes, and a signature over them and the time. */
export async function deliverEvent(
  origin: string,
  event: StandInEvent,
  secret: string,
  how: Delivery = {},
): Promise<number> {
  const body = JSON.stringify({
    id: event.id,
    object: "event",
    api_version: "2026-10-28.endive",
    created: event.created,
    data: { object: event.object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: event.type,
  });
  const t = Math.floor(Date.now() / 1000) - (how.ageS ?? 0);
  const v1 = createHmac("sha256", how.secret ?? secret)
    .update(`${t}.${body}`)
    .digest("hex");
  const response = await fetch(`${origin}/api/v1/webhooks/stripe`, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": `t=${t},v1=${v1}` },
    body: how.tamper ? how.tamper(body) : body,
  });
  await response.arrayBuffer();
  return response.status;
}

import { createHmac } from "node:crypto";
import type { FakeStripeEvent } from "./world.ts";

export type Delivery = {
  /** Signs with this instead of the configured secret. */
  secret?: string;
  /** Signs with a time this many seconds ago. */
  ageS?: number;
  /** Changes the body after signing. */
  tamper?: (body: string) => string;
};

/** Sends an event like Stripe: the exact bytes, with a signature over them and the time. */
export async function deliverEvent(
  origin: string,
  event: FakeStripeEvent,
  secret: string,
  options: Delivery = {},
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
  const t = Math.floor(Date.now() / 1000) - (options.ageS ?? 0);
  const v1 = createHmac("sha256", options.secret ?? secret)
    .update(`${t}.${body}`)
    .digest("hex");
  const response = await fetch(`${origin}/api/v1/webhooks/stripe`, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": `t=${t},v1=${v1}` },
    body: options.tamper ? options.tamper(body) : body,
  });
  await response.arrayBuffer();
  return response.status;
}

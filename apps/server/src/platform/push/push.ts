import { request as requestPlain } from "node:http";
import { Agent, request } from "node:https";
import type { PushSubscription } from "@app/contract/web-push";
import type { RequestDetails } from "web-push";
import type { Config } from "#src/config.ts";
import { isPushEndpoint, lookupPublic, PrivateAddressError } from "./push-address.ts";
import type { VapidKeys } from "./vapid-keys.ts";

/** Push services must take 4,096 bytes (RFC 8030, section 7.2), 103 of which are the encryption's (RFC 8291, section 4). */
export const PUSH_MAX_BYTES = 3_993;
const DEADLINE_MS = 10_000;
/** Of a reply, whose text we do not use. */
const REPLY_MAX_BYTES = 16_384;
const SOCKETS_MAX = 32;
/** Longer waits are not worth it: the message expires. */
const RETRY_AFTER_MAX_S = 3_600;

/** A message to be encrypted for one browser. */
export type Push = {
  text: string;
  /** How long the push service keeps it for a browser that is not there. */
  ttlS: number;
  /** Replaces an earlier message of the same topic that was not delivered: up to 32 of `A-Za-z0-9_-`. */
  topic: string;
};

export type PushOutcome =
  | { kind: "sent" }
  /** The subscription has ended (404, 410). */
  | { kind: "gone" }
  /** The service is busy, or was not reached. @property afterS as it asked */
  | { kind: "retry"; afterS: number | null }
  /**
   * A failure that a retry cannot fix.
   * @property status null: the service is at a private address
   */
  | { kind: "refused"; status: number | null };

export type PushSender = {
  publicKey: string;
  /** Whether a subscription of this endpoint can be sent to. */
  accepts(endpoint: string): boolean;
  /** Never follows a redirect. @throws RangeError the text is too long */
  send(subscription: PushSubscription, push: Push): Promise<PushOutcome>;
};

export function createPushSender(
  config: Pick<Config, "vapid" | "pushTestOrigin">,
  keys: VapidKeys,
  deadlineMs = DEADLINE_MS,
): PushSender {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_MAX, lookup: lookupPublic });
  const { pushTestOrigin: testOrigin } = config;
  const accepts = (endpoint: string) => isPushEndpoint(endpoint, testOrigin);
  return {
    publicKey: keys.publicKey,
    accepts,
    async send({ endpoint, p256dh, auth }, { text, ttlS, topic }) {
      if (Buffer.byteLength(text) > PUSH_MAX_BYTES) throw new RangeError("the push message is too long");
      if (!accepts(endpoint)) return { kind: "refused", status: null };
      // Loaded with the first message: only workers send.
      const { default: webPush } = await import("web-push");
      const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
        vapidDetails: { subject: config.vapid.subject, ...keys },
        contentEncoding: "aes128gcm",
        TTL: ttlS,
        topic,
      });
      return post(details, { agent: new URL(endpoint).origin === testOrigin ? null : agent, deadlineMs });
    },
  };
}

/** @param by.agent null for the fake push service, which has no TLS */
function post(
  { endpoint, headers, body }: RequestDetails,
  { agent, deadlineMs }: { agent: Agent | null; deadlineMs: number },
): Promise<PushOutcome> {
  return new Promise((resolve) => {
    const options = { method: "POST", headers, signal: AbortSignal.timeout(deadlineMs) };
    const sending = agent === null ? requestPlain(endpoint, options) : request(endpoint, { ...options, agent });
    sending.on("response", (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > REPLY_MAX_BYTES) response.destroy();
      });
      response.on("error", () => undefined);
      // Resolves once the reply is read, so that sockets are reused and no more are open than the caller wants.
      response.on("close", () => resolve(toOutcome(response.statusCode ?? 0, response.headers["retry-after"])));
    });
    sending.on("error", (error) =>
      resolve(
        error instanceof PrivateAddressError ? { kind: "refused", status: null } : { kind: "retry", afterS: null },
      ),
    );
    sending.end(body);
  });
}

/** @param retryAfter seconds or a date (RFC 9110, section 10.2.3) */
export function toOutcome(status: number, retryAfter: string | undefined, now = Date.now()): PushOutcome {
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 404 || status === 410) return { kind: "gone" };
  if (status !== 429 && status < 500) return { kind: "refused", status };
  return { kind: "retry", afterS: toSeconds(retryAfter, now) };
}

function toSeconds(retryAfter: string | undefined, now: number): number | null {
  if (retryAfter === undefined) return null;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : Math.ceil((Date.parse(retryAfter) - now) / 1_000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), RETRY_AFTER_MAX_S) : null;
}

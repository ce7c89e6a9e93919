import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type PushMessage, type PushSubscription, pushMessage } from "@app/contract/web-push";

const BODY_MAX_BYTES = 4_096;
const DAY_S = 86_400;

/** A browser's subscription at the fake push service, with what has arrived there. */
export type FakeBrowser = {
  subscription: PushSubscription;
  /** Decrypted, oldest first; without those that a later one of the same topic replaced while the browser was away. */
  messages: PushMessage[];
  /** All requests, also refused ones. */
  requests: { ttlS: number; topic: string; atMs: number }[];
  /** While true, messages wait for the browser. */
  isAway: boolean;
  /** Statuses of the next replies instead of 201. */
  replies: { status: number; headers?: Record<string, string> }[];
};

export type FakePushService = { origin: string; addBrowser(): FakeBrowser; stop(): Promise<void> };

/**
 * A push service (RFC 8030) that checks what it gets as a strict one does: the signature, audience and expiry of the
 * VAPID token (RFC 8292), TTL and topic; and decrypts like the browser behind it (RFC 8291). A fault is a 400 with its name.
 * @param publicKey the only one whose messages it takes, as in a subscription made with it
 */
export async function createFakePushService(publicKey: () => string): Promise<FakePushService> {
  const browsers = new Map<string, { browser: FakeBrowser; keys: ECDH; topics: string[] }>();
  const server = createServer((request, response) => {
    void receive(request).then(({ status, headers = {}, text = "" }) => {
      response.writeHead(status, headers).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function receive(request: IncomingMessage): Promise<{
    status: number;
    headers?: Record<string, string>;
    text?: string;
  }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const found = browsers.get(request.url ?? "");
    if (request.method !== "POST" || !found) return { status: 404 };
    const { browser, keys, topics } = found;
    try {
      const { ttlS, topic } = readHeaders(request, { origin, publicKey: publicKey() });
      const message = decrypt(Buffer.concat(chunks), keys, browser.subscription.auth);
      browser.requests.push({ ttlS, topic, atMs: Date.now() });
      const reply = browser.replies.shift();
      if (reply) return reply;
      const replaced = browser.isAway ? topics.indexOf(topic) : -1;
      if (replaced >= 0) {
        browser.messages.splice(replaced, 1);
        topics.splice(replaced, 1);
      }
      browser.messages.push(pushMessage.parse(JSON.parse(message)));
      topics.push(topic);
      return { status: 201, headers: { location: `${origin}/message` } };
    } catch (error) {
      return { status: 400, text: String(error) };
    }
  }

  return {
    origin,
    addBrowser() {
      const keys = createECDH("prime256v1");
      const path = `/push/${randomBytes(16).toString("base64url")}`;
      const subscription = {
        endpoint: origin + path,
        p256dh: keys.generateKeys("base64url"),
        auth: randomBytes(16).toString("base64url"),
      };
      const browser: FakeBrowser = { subscription, messages: [], requests: [], isAway: false, replies: [] };
      browsers.set(path, { browser, keys, topics: [] });
      return browser;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function requireThat(claim: boolean, fault: string): void {
  if (!claim) throw new Error(fault);
}

function readHeaders({ headers }: IncomingMessage, { origin, publicKey }: { origin: string; publicKey: string }) {
  const [, token = "", key = ""] = /^vapid t=([^,]+), *k=(\S+)$/.exec(headers.authorization ?? "") ?? [];
  requireThat(key === publicKey, "not the key that the browser subscribed with");
  checkToken(token, key, origin);
  requireThat(headers["content-encoding"] === "aes128gcm", "content-encoding");
  const ttl = String(headers.ttl);
  requireThat(/^\d+$/.test(ttl), "ttl");
  const topic = String(headers.topic ?? "");
  requireThat(/^[A-Za-z0-9_-]{1,32}$/.test(topic), "topic");
  return { ttlS: Number(ttl), topic };
}

/** A JWT with an ES256 signature by the key beside it. */
function checkToken(token: string, key: string, origin: string): void {
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const jwk = { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  requireThat(isSigned, "signature");
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
  requireThat(aud === origin, "audience");
  const inS = Number(exp) - Date.now() / 1_000;
  requireThat(inS > 0 && inS <= DAY_S, "expiry");
  requireThat(typeof sub === "string" && /^(?:mailto:.+@.+\..+|https:\/\/.+\..+)$/.test(sub), "subject");
}

const HEADER_BYTES = 21;
const TAG_BYTES = 16;

/** One record of the encoding `aes128gcm` (RFC 8188), with the keys of RFC 8291. */
function decrypt(body: Buffer, keys: ECDH, auth: string): string {
  requireThat(body.length <= BODY_MAX_BYTES, "too long");
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(HEADER_BYTES, HEADER_BYTES + body.readUInt8(20));
  const record = body.subarray(HEADER_BYTES + senderKey.length);
  requireThat(record.length <= body.readUInt32BE(16), "record size");
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), senderKey]);
  const secret = hkdf(keys.computeSecret(senderKey), Buffer.from(auth, "base64url"), info, 32);
  const key = hkdf(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = hkdf(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -TAG_BYTES)), cipher.final()]);
  const end = padded.lastIndexOf(2);
  requireThat(end >= 0 && padded.subarray(end + 1).every((byte) => byte === 0), "padding");
  return padded.subarray(0, end).toString("utf8");
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
}

import { createHmac, timingSafeEqual } from "node:crypto";

type Permission = {
  socketId: string;
  channel: string;
  /** Left out: a channel without data about who joins. */
  data?: string;
};

/** The Pusher protocol's signature of the permission to join a channel: HMAC-SHA-256, in hex. */
export function signChannel(key: string | Buffer, permission: Permission): string {
  return hash(key, permission).toString("hex");
}

export function isChannelSigned(key: string | Buffer, permission: Permission, signature: string): boolean {
  const actual = Buffer.from(signature, "hex");
  const expected = hash(key, permission);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function hash(key: string | Buffer, { socketId, channel, data }: Permission): Buffer {
  const signed = [socketId, channel, ...(data === undefined ? [] : [data])].join(":");
  return createHmac("sha256", key).update(signed).digest();
}

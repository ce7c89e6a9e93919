import { LRUCache } from "lru-cache";
import { toLine } from "#platform/address-prefix.ts";
import type { Deps } from "#platform/deps.ts";
import type { SharedRedis } from "#platform/redis/redis.ts";

const HOUR_MS = 3_600_000;
const MEGABYTE = 1000 ** 2;
const GIGABYTE = 1000 ** 3;
const COUNTERS_MAX = 50_000;

/** Files that are downloaded, rather than played or shown. */
const DOWNLOADED = /^contents\/[^/]+\/original$|^exports\//;

/** A process reports what it sent to the others in steps of a hundredth of the limit. */
const STEPS = 100;
/** While Redis is away, each process allows half of the limit, so that two of them together allow all of it. */
const ALONE = 2;
const KEY_PREFIX = "fieldhouse:downloads:";

type File = { key: string; sizeBytes: number; sentBytes: number };

/** Counts what is about to be sent. @returns seconds to wait; 0 if it may be sent */
export type DownloadLimit = (address: string, file: File) => Promise<number>;

type Counter = {
  endMs: number;
  /** Sent by this process. */
  own: number;
  /** Of that, what Redis does not know yet. */
  unshared: number;
  /** Sent by all processes, when Redis was last asked. */
  shared: number;
  isAlone: boolean;
};

/**
 * Limits what one address takes of one item in an hour, so that a robot that fetches the same file over and over does not
 * use up the line. Counted in bytes, so ranges and resumed downloads count with what they carry; by all web processes
 * together where there is a Redis, and by each for itself as well, as the limits of requests are.
 * @param redis null: there is one web process
 */
export function createDownloadLimit(
  { config, now }: Pick<Deps, "config" | "now">,
  redis: SharedRedis | null,
): DownloadLimit {
  const limits = config.downloadLimits;
  if (limits === null) return async () => 0;
  const counters = new LRUCache<string, Counter>({ max: COUNTERS_MAX });
  return async (address, { key, sizeBytes, sentBytes }) => {
    const isDownload = DOWNLOADED.test(key);
    const item = key.split("/").slice(0, 2).join("/");
    const name = `${toLine(address)} ${isDownload ? "original" : "media"} ${item}`;
    const allowed = isDownload
      ? Math.max(limits.originals * sizeBytes, limits.least * MEGABYTE)
      : limits.media * GIGABYTE;
    const nowMs = now().getTime();
    const counter = startCounter(counters, name, nowMs);
    add(counter, sentBytes);
    if (redis !== null && counter.unshared >= allowed / STEPS) await share(redis, name, counter, nowMs);
    if (sentOf(counter) <= allowed) return 0;
    // What is refused is not sent.
    add(counter, -sentBytes);
    return Math.ceil((counter.endMs - nowMs) / 1000);
  };
}

function startCounter(counters: LRUCache<string, Counter>, name: string, nowMs: number): Counter {
  const found = counters.get(name);
  if (found && found.endMs > nowMs) return found;
  const counter = { endMs: nowMs + HOUR_MS, own: 0, unshared: 0, shared: 0, isAlone: false };
  counters.set(name, counter);
  return counter;
}

function add(counter: Counter, bytes: number): void {
  counter.own += bytes;
  counter.unshared += bytes;
}

function sentOf({ own, unshared, shared, isAlone }: Counter): number {
  return isAlone ? own * ALONE : Math.max(own, shared + unshared);
}

/** In one transaction, so that every counter expires. What Redis did not accept is sent again later. */
async function share(redis: SharedRedis, name: string, counter: Counter, nowMs: number): Promise<void> {
  const bytes = counter.unshared;
  const key = KEY_PREFIX + name;
  try {
    const replies = await redis.ask(async (client) => {
      const made = (await client.multi().set(key, 0, "PX", HOUR_MS, "NX").incrby(key, bytes).pttl(key).exec()) ?? [];
      for (const [error] of made) if (error !== null) throw error;
      return made.map(([, value]) => Number(value));
    });
    counter.unshared -= bytes;
    counter.shared = replies[1] ?? 0;
    counter.endMs = nowMs + (replies[2] ?? HOUR_MS);
    counter.isAlone = false;
  } catch {
    counter.isAlone = true;
  }
}

export function waitSentence(waitS: number): string {
  const minutes = Math.ceil(waitS / 60);
  return `This was downloaded too often from your network. Please try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
}

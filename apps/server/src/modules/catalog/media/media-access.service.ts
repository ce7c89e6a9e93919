import { LRUCache } from "lru-cache";
import { z } from "zod";
import { selectImageFileName } from "#modules/catalog/contents/content-images.sql.ts";
import {
  isCurrentPath,
  type MediaPath,
  needsOriginalToken,
  readMediaPath,
} from "#modules/catalog/contents/contents.policy.ts";
import { selectItemMedia, selectOriginal } from "#modules/catalog/contents/contents-media.sql.ts";
import { createPictureAccess } from "#modules/channels/index.ts";
import { createBatchLoader } from "#platform/coalesce.ts";
import type { Deps } from "#platform/deps.ts";
import { toSubnet } from "#platform/http/addresses.ts";
import { isSignedMediaUrl } from "#platform/media-url.ts";
import type { SharedRedis } from "#platform/redis/redis.ts";

type MediaAccess = {
  /** @returns the storage key of a file that is public right now; null for any other path */
  findPublic(path: string): Promise<string | null>;
  /** @returns the storage key of a signed path that is neither expired nor revoked; otherwise null */
  findSigned(path: string, url: { expiresS: number; signature: string }): Promise<string | null>;
};

/** These belong to the product, not to a person. */
const PUBLIC_KINDS = new Set(["categories", "announcements", "slots"]);
/** Signed file by file. Their path is their storage key. */
const SIGNED_KINDS = new Set(["accounts", "uploads", "pictures", "exports"]);

/**
 * Decides who may fetch a stored media file, by its kind and id; unknown kinds are refused. The file of a private video
 * needs a signed URL. Only those who may see the item get one (`canView`), but until it expires it works for whoever has
 * it. Nothing is cached between requests, so a change of visibility applies at once in every process. Concurrent requests
 * share one read.
 */
export function createMediaAccess(deps: Pick<Deps, "pool" | "secrets" | "now">): MediaAccess {
  const isPublicPicture = createPictureAccess(deps);
  const readItem = createBatchLoader((ids: readonly string[]) => selectItemMedia(deps.pool, ids));

  /** The item, if it exists and the path has its current token. */
  async function findItem(path: MediaPath) {
    const item = isId(path.id) ? await readItem(path.id) : null;
    return item && isCurrentPath(item, path) ? item : null;
  }

  /** A picture lies directly in the folder of its account. */
  async function isShownPicture(path: string): Promise<boolean> {
    const [, id = "", file, ...rest] = path.split("/");
    return Boolean(file) && rest.length === 0 && isId(id) && isPublicPicture(id, path);
  }

  return {
    async findPublic(path) {
      const kind = toKind(path);
      if (PUBLIC_KINDS.has(kind)) return path;
      if (kind === "accounts") return (await isShownPicture(path)) ? path : null;
      const named = readMediaPath(path);
      if (!named) return null;
      const item = await findItem(named);
      return item?.is_listed && !needsOriginalToken(item, named) ? named.key : null;
    },
    async findSigned(path, url) {
      const named = readMediaPath(path);
      const isSigned = [path, ...(named ? [named.signedFolder] : [])].some((one) => isSignedMediaUrl(deps, one, url));
      if (!isSigned) return null;
      if (!named) return SIGNED_KINDS.has(toKind(path)) ? path : null;
      return (await findItem(named)) && named.key;
    },
  };
}

/** @returns the name that an original had when it was uploaded. @param image which picture of a set */
export async function findFileName(
  { sql }: Pick<Deps, "sql">,
  id: string,
  image: string | undefined,
): Promise<string | null | undefined> {
  if (image !== undefined) return selectImageFileName(sql, id, image);
  return (await selectOriginal(sql, id))?.original_name;
}

function toKind(path: string): string {
  return path.split("/", 1)[0] ?? "";
}

function isId(text: string): boolean {
  return z.uuid().safeParse(text).success;
}

const HOUR_MS = 3_600_000;
const MEGABYTE = 1000 ** 2;
const GIGABYTE = 1000 ** 3;
const COUNTERS_MAX = 50_000;

/** An item's original, or that of one of its images, which is only ever downloaded. */
export const ORIGINAL_KEY = /^contents\/([^/]+)\/original(?:\/([^/]+))?$/;

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
 * Limits what one address takes of one item, or of one original, in an hour, so that a robot that fetches the same file
 * over and over does not use up the line. Counted in bytes, so ranges and resumed downloads count with what they carry; by
 * all web processes together where there is a Redis, and by each for itself as well, as the limits of requests are.
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
    const isDownload = ORIGINAL_KEY.test(key) || key.startsWith("exports/");
    const subject = isDownload ? `original ${key}` : `media ${key.split("/").slice(0, 2).join("/")}`;
    const name = `${toSubnet(address)} ${subject}`;
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
  // At once, so that a request during the call does not send them again.
  counter.unshared = 0;
  counter.shared += bytes;
  try {
    const replies = await redis.ask(async (client) => {
      const made = (await client.multi().set(key, 0, "PX", HOUR_MS, "NX").incrby(key, bytes).pttl(key).exec()) ?? [];
      for (const [error] of made) if (error !== null) throw error;
      return made.map(([, value]) => Number(value));
    });
    counter.shared = replies[1] ?? 0;
    counter.endMs = nowMs + (replies[2] ?? HOUR_MS);
    counter.isAlone = false;
  } catch {
    counter.unshared += bytes;
    counter.shared -= bytes;
    counter.isAlone = true;
  }
}

export function waitSentence(waitS: number): string {
  const minutes = Math.ceil(waitS / 60);
  return `This was downloaded too often from your network. Please try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
}

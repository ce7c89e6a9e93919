import { LRUCache } from "lru-cache";
import { toLine } from "#platform/address-prefix.ts";
import type { Deps } from "#platform/deps.ts";

const HOUR_MS = 3_600_000;
const MEGABYTE = 1000 ** 2;
const GIGABYTE = 1000 ** 3;
const COUNTERS_MAX = 50_000;

/** Files that are downloaded, rather than played or shown. */
const DOWNLOADED = /^contents\/[^/]+\/original$|^exports\//;

type File = { key: string; sizeBytes: number; sentBytes: number };

/** Counts what is about to be sent. @returns seconds to wait; 0 if it may be sent */
export type DownloadLimit = (address: string, file: File) => number;

/**
 * Limits what one address takes of one item in an hour, so that a robot that fetches the same file over and over does not
 * use up the line. Counted in bytes, so ranges and resumed downloads count with what they carry. In memory, as other
 * rates are.
 */
export function createDownloadLimit({ config, now }: Pick<Deps, "config" | "now">): DownloadLimit {
  const limits = config.downloadLimits;
  if (limits === null) return () => 0;
  const counters = new LRUCache<string, { endMs: number; bytes: number }>({ max: COUNTERS_MAX });
  return (address, { key, sizeBytes, sentBytes }) => {
    const isDownload = DOWNLOADED.test(key);
    const item = key.split("/").slice(0, 2).join("/");
    const name = `${toLine(address)} ${isDownload ? "original" : "media"} ${item}`;
    const nowMs = now().getTime();
    const found = counters.get(name);
    const counter = found && found.endMs > nowMs ? found : { endMs: nowMs + HOUR_MS, bytes: 0 };
    const allowed = isDownload
      ? Math.max(limits.originals * sizeBytes, limits.least * MEGABYTE)
      : limits.media * GIGABYTE;
    if (counter.bytes + sentBytes > allowed) return Math.ceil((counter.endMs - nowMs) / 1000);
    counters.set(name, { ...counter, bytes: counter.bytes + sentBytes });
    return 0;
  };
}

export function waitSentence(waitS: number): string {
  const minutes = Math.ceil(waitS / 60);
  return `This was downloaded too often from your network. Please try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
}

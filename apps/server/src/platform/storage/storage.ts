import type { Readable } from "node:stream";
import type { DataStore } from "@tus/server";

export type StoredInfo = {
  key: string;
  sizeBytes: number;
  contentType: string;
  /** With quotes, as in the HTTP header. */
  etag: string;
  lastModified: Date;
};

/**
 * Files by key, in a folder or in S3. A key is a relative path of plain segments. Keys are built from ids, so one that
 * could escape the store is a bug, and throws.
 */
export type Storage = {
  readonly kind: "folder" | "s3";
  put(key: string, body: Buffer | string, about: { contentType: string }): Promise<void>;
  /** Atomic: readers get the old file or the complete new one. `path` must not be written to afterwards. */
  putFile(key: string, path: string, about: { contentType: string }): Promise<void>;
  /** The caller must consume or destroy the stream. @returns null: not found */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Places a stored file at a path, where it must not be written to. @returns false: not found */
  readToFile(key: string, path: string): Promise<boolean>;
  head(key: string): Promise<StoredInfo | null>;
  remove(key: string): Promise<void>;
  /** @param prefix ends with a slash, so that `a/1/` does not match `a/10/` */
  removePrefix(prefix: string): Promise<void>;
  /** At most 10,000 keys below a prefix, sorted. */
  list(prefix: string): Promise<string[]>;
  /** All files, in no order. Those that are added or removed meanwhile may be missing. */
  walk(): AsyncIterable<Pick<StoredInfo, "key" | "etag">>;
  /** Removes incomplete files that a killed process started to write before this time. */
  removeUnfinished(begunBefore: Date): Promise<void>;
  /** Free disk space; null: unknown. */
  freeBytes(): Promise<number | null>;
  /** @throws Error the store is not writable */
  check(): Promise<void>;
};

export const LISTED_MAX = 10_000;

const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

/** @throws RangeError the key could escape the store */
export function requireKey(key: string): string {
  const isPlain = key.length <= 500 && key.split("/").every((segment) => SEGMENT.test(segment));
  if (!isPlain) throw new RangeError(`not a storage key: ${JSON.stringify(key.slice(0, 100))}`);
  return key;
}

/** @throws RangeError */
export function requirePrefix(prefix: string): string {
  if (!prefix.endsWith("/")) throw new RangeError("a prefix ends with a slash");
  requireKey(prefix.slice(0, -1));
  return prefix;
}

/** First and last byte, inclusive. */
export type ByteRange = { startByte: number; endByte: number };

/**
 * Parses a `Range` header (RFC 9110, section 14). Multiple ranges and units other than bytes are ignored, which the
 * standard allows.
 * @returns null: the whole file
 */
export function parseByteRange(header: string | undefined, sizeBytes: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(?:(?<first>\d+)-(?<last>\d*)|-(?<count>\d+))$/.exec((header ?? "").trim());
  if (match === null) return null;
  const { first, last, count } = match.groups as { first?: string; last?: string; count?: string };
  if (count !== undefined) return lastBytes(Number(count), sizeBytes);
  const startByte = Number(first);
  if (startByte >= sizeBytes) return "unsatisfiable";
  const endByte = last ? Math.min(Number(last), sizeBytes - 1) : sizeBytes - 1;
  return endByte < startByte ? null : { startByte, endByte };
}

function lastBytes(count: number, sizeBytes: number): ByteRange | "unsatisfiable" {
  if (count === 0 || sizeBytes === 0) return "unsatisfiable";
  return { startByte: Math.max(0, sizeBytes - count), endByte: sizeBytes - 1 };
}

/** Files that are being uploaded: tus writes them, and the worker reads them once they are complete. */
export type Uploads = {
  tus: DataStore;
  /** @returns the number of received bytes; null: not found */
  offsetOf(id: string): Promise<number | null>;
  /** Places the complete upload at `target`, where it must not be written to. @returns false: not found */
  copyTo(id: string, target: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** Free disk space; null: unknown. */
  freeBytes(): Promise<number | null>;
};

/** @returns the number of received bytes; null: not found */
export async function offsetOf(tus: DataStore, id: string): Promise<number | null> {
  const upload = await tus.getUpload(id).catch(ignoreMissing);
  return upload?.offset ?? null;
}

export async function ignoreMissing(error: unknown): Promise<null> {
  const { ERRORS } = await import("@tus/server");
  const status = typeof error === "object" && error !== null && "status_code" in error ? error.status_code : 0;
  if (status === ERRORS.FILE_NOT_FOUND.status_code || status === ERRORS.FILE_NO_LONGER_EXISTS.status_code) return null;
  throw error;
}

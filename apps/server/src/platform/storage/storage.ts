import type { Readable } from "node:stream";
import type { ByteRange } from "./byte-range.ts";

export type StoredInfo = {
  key: string;
  sizeBytes: number;
  contentType: string;
  /** Quoted, as the HTTP header wants it. */
  etag: string;
  lastModified: Date;
};

/**
 * Files by key, in a folder or in S3. A key is a relative path of plain segments; whoever makes one
 * makes it of ids, so a key that could climb out of the store is a fault of ours and throws.
 */
export type Storage = {
  readonly kind: "folder" | "s3";
  put(key: string, body: Buffer | string, about: { contentType: string }): Promise<void>;
  /** Atomic: a reader finds the old file or the whole new one. Nobody may write to `path` afterwards. */
  putFile(key: string, path: string, about: { contentType: string }): Promise<void>;
  /** @returns null when there is no such file; the caller reads the stream to its end or destroys it */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Puts a stored file at a path, to be read and not written. @returns false when there is no such file */
  readToFile(key: string, path: string): Promise<boolean>;
  head(key: string): Promise<StoredInfo | null>;
  remove(key: string): Promise<void>;
  /** @param prefix ends with a slash, so that `a/1/` does not take `a/10/` along */
  removePrefix(prefix: string): Promise<void>;
  /** Keys below a prefix in their order, at most 10,000. */
  list(prefix: string): Promise<string[]>;
  /** Removes what a process that was killed had begun to write before this moment, and nobody can ever read. */
  removeUnfinished(begunBefore: Date): Promise<void>;
  /** What is free where files are stored; null where nobody can say. */
  freeBytes(): Promise<number | null>;
  /** @throws when the store cannot be written to */
  check(): Promise<void>;
};

export const LISTED_MAX = 10_000;

const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

/** @throws RangeError the key could name something outside the store */
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

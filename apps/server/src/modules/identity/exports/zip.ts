import { createWriteStream } from "node:fs";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { Storage } from "#platform/storage/storage.ts";

export type ZipEntry =
  | { name: string; path: string }
  /** Left out when it is not stored any more. */
  | { name: string; storageKey: string };

/** Writes a ZIP, one entry after the other: at no time is more than a piece of one in memory. */
export async function writeZip(
  storage: Pick<Storage, "read" | "head">,
  target: string,
  entries: AsyncIterable<ZipEntry>,
  signal: AbortSignal,
): Promise<void> {
  const zip = new ZipFile();
  const failed = new AbortController();
  zip.on("error", (error: unknown) => failed.abort(error));
  const ends = AbortSignal.any([signal, failed.signal]);
  const written = pipeline(zip.outputStream, createWriteStream(target), { signal: ends });
  const add = async () => {
    for await (const entry of entries) {
      if ("path" in entry) zip.addFile(entry.path, entry.name);
      // Pictures and videos are as small as they get.
      else if (await storage.head(entry.storageKey))
        zip.addReadStreamLazy(entry.name, { compress: false }, (give) => openStored(storage, entry.storageKey, give));
    }
    zip.end();
  };
  // Without its end the stream would wait for ever.
  await Promise.all([written, add().catch((error: unknown) => failed.abort(error))]);
}

type Give = (error: unknown, stream: Readable) => void;

function openStored(storage: Pick<Storage, "read">, key: string, give: Give): void {
  storage.read(key).then(
    (stream) => give(stream ? null : new Error("a file went while it was exported"), stream ?? new PassThrough()),
    (error: unknown) => give(error, new PassThrough()),
  );
}

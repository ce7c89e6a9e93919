import { createReadStream } from "node:fs";
import path from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { createScratch } from "#platform/data-folder.ts";
import type { AddedFile, BackupFolder } from "./backup-folder.ts";

/** Adds values as one compressed file with a line of JSON for each, however many there are. */
export async function addLines(folder: BackupFolder, batches: AsyncIterable<readonly unknown[]>): Promise<AddedFile> {
  async function* toTexts(): AsyncGenerator<string> {
    for await (const batch of batches) yield batch.map((value) => `${JSON.stringify(value)}\n`).join("");
  }
  return folder.add(pipeline(Readable.from(toTexts()), createGzip(), ignoreHere));
}

/**
 * @param dataDir where the file is put meanwhile
 * @throws BackupError the file is missing or damaged, or cannot be put there
 */
export async function* readLines(folder: BackupFolder, sha256: string, dataDir: string): AsyncGenerator<unknown> {
  const scratch = await createScratch(dataDir);
  try {
    const file = path.join(scratch.folder, "lines.gz");
    await folder.extract(sha256, file);
    const texts = pipeline(createReadStream(file), createGunzip(), ignoreHere).setEncoding("utf8");
    // Not by `readline`, which also ends lines at U+2028 and U+2029.
    let rest = "";
    for await (const text of texts) {
      const lines = (rest + String(text)).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line);
    }
  } finally {
    await scratch.remove();
  }
}

/** A pipeline passes an error of its source on to its last stream, whose reader gets it. */
function ignoreHere(): void {}

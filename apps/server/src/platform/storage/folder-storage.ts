import { randomBytes } from "node:crypto";
import { constants, createReadStream, type Stats } from "node:fs";
import { copyFile, link, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { freeBytesAt } from "./disk-space.ts";
import { LISTED_MAX, requireKey, requirePrefix, type Storage, type StoredInfo } from "./storage.ts";

const TYPES: Record<string, string> = {
  ".m3u8": "application/vnd.apple.mpegurl",
  ".m4s": "video/iso.segment",
  ".mp4": "video/mp4",
  ".webp": "image/webp",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".avif": "image/avif",
  ".vtt": "text/vtt; charset=utf-8",
  ".pdf": "application/pdf",
  ".zip": "application/zip",
};

/** Files are written here first, where no key reaches, and then renamed into place. */
const INCOMING = ".incoming";

const RENAME_ATTEMPTS = 5;

/** Stores files in a folder. Their content type follows from the extension of their key. */
export function createFolderStorage(root: string): Storage {
  const incoming = path.join(root, INCOMING, path.sep);

  function pathOf(key: string): string {
    return path.join(root, requireKey(key));
  }

  function toKey(file: string): string {
    return path.relative(root, file).split(path.sep).join("/");
  }

  /** Writes to a temporary file and renames it, because a rename on one file system is atomic. */
  async function place(key: string, write: (temporary: string) => Promise<unknown>): Promise<void> {
    const target = pathOf(key);
    const temporary = path.join(root, INCOMING, randomBytes(12).toString("hex"));
    await mkdir(path.dirname(temporary), { recursive: true });
    try {
      await write(temporary);
      await moveInto(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async function head(key: string): Promise<StoredInfo | null> {
    const found = await stat(pathOf(key)).catch(ignoreMissing);
    return found?.isFile() ? toInfo(key, found) : null;
  }

  return {
    kind: "folder",
    put: (key, body) => place(key, (temporary) => writeFile(temporary, body)),
    putFile: (key, source) => place(key, (temporary) => linkOrCopy(source, temporary)),
    head,
    async read(key, range) {
      if (!(await head(key))) return null;
      return createReadStream(pathOf(key), range ? { start: range.startByte, end: range.endByte } : {});
    },
    async readToFile(key, target) {
      return (await linkOrCopy(pathOf(key), target).then(() => true, ignoreMissing)) ?? false;
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    // Retries, because a file may be added while the folder is being removed.
    removePrefix: (prefix) =>
      rm(path.join(root, requirePrefix(prefix)), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
    async list(prefix) {
      const folder = path.join(root, requirePrefix(prefix));
      const keys: string[] = [];
      for await (const file of walkFiles(folder)) keys.push(toKey(file));
      return keys.sort().slice(0, LISTED_MAX);
    },
    async *walk() {
      for await (const file of walkFiles(root)) {
        const info = file.startsWith(incoming) ? null : await head(toKey(file));
        if (info !== null) yield info;
      }
    },
    async removeUnfinished(begunBefore) {
      const folder = path.join(root, INCOMING);
      for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
        const file = path.join(folder, name);
        // ctime is when it was last written or linked; a link has its source's mtime.
        const found = await stat(file).catch(ignoreMissing);
        if (found && found.ctime < begunBefore) await rm(file, { force: true });
      }
    },
    freeBytes: () => freeBytesAt(root),
    check: () => place("health", (temporary) => writeFile(temporary, "ok")),
  };
}

/** The files in a folder and below, while others remove folders in it. `readdir` and `opendir` fail on one that is gone. */
async function* walkFiles(folder: string): AsyncGenerator<string> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* walkFiles(file);
    else if (entry.isFile()) yield file;
  }
}

function toInfo(key: string, found: Stats): StoredInfo {
  return {
    key,
    sizeBytes: found.size,
    contentType: contentTypeOf(key),
    etag: `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`,
    lastModified: found.mtime,
  };
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return null;
  throw error;
}

/** Retries, because the target's folder may be removed at the same moment. */
async function moveInto(source: string, target: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await mkdir(path.dirname(target), { recursive: true });
      return await rename(source, target);
    } catch (error) {
      const isFolderGone = error instanceof Error && "code" in error && error.code === "ENOENT";
      if (!isFolderGone || attempt === RENAME_ATTEMPTS) throw error;
    }
  }
}

/** For files that we created. The type of an upload is detected from its bytes, never from its name. */
function contentTypeOf(name: string): string {
  return TYPES[path.extname(name)] ?? "application/octet-stream";
}

/** Hard-links a file that no longer changes, so that 4 GB cost nothing; copies it if the file system cannot link. */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ENOENT" || code === "EEXIST") throw error;
    await copyFile(source, target, constants.COPYFILE_FICLONE);
  }
}

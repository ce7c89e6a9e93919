import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { FileStore } from "@tus/file-store";
import { type MetadataValue, S3Store } from "@tus/s3-store";
import { type DataStore, ERRORS, MemoryKvStore } from "@tus/server";
import type { Config } from "#src/config.ts";
import { linkOrCopy } from "./link-or-copy.ts";
import { openS3Storage } from "./storage/s3-storage.ts";

/** Bytes on their way in: what tus writes, and what the worker reads once they are all there. */
export type UploadStore = {
  tus: DataStore;
  /** @returns how many bytes have arrived; null when there is no such upload */
  offsetOf(id: string): Promise<number | null>;
  /** Puts the complete bytes at `target`, to be read and not written. @returns false when there is no such upload */
  copyTo(id: string, target: string): Promise<boolean>;
  remove(id: string): Promise<void>;
};

export function openUploadStore(config: Pick<Config, "dataDir" | "s3">): UploadStore {
  return config.s3 ? openS3Uploads(config.s3) : openFolderUploads(path.resolve(config.dataDir, "uploads"));
}

function openFolderUploads(folder: string): UploadStore {
  mkdirSync(folder, { recursive: true });
  const tus = new FileStore({ directory: folder });
  return {
    tus,
    offsetOf: (id) => offsetOf(tus, id),
    async copyTo(id, target) {
      if ((await offsetOf(tus, id)) === null) return false;
      await linkOrCopy(path.join(folder, id), target);
      return true;
    },
    async remove(id) {
      await rm(path.join(folder, id), { force: true });
      await rm(path.join(folder, `${id}.json`), { force: true });
    },
  };
}

const S3_PART_BYTES = 8 * 1024 * 1024;

function openS3Uploads(s3: NonNullable<Config["s3"]>): UploadStore {
  const files = openS3Storage(s3);
  const cache = new MemoryKvStore<MetadataValue>();
  const tus = new S3Store({
    partSize: S3_PART_BYTES,
    useTags: false,
    cache,
    s3ClientConfig: {
      bucket: s3.bucket,
      endpoint: s3.endpoint,
      region: s3.region,
      forcePathStyle: true,
      credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    },
  });

  /** Asked first, for tus takes a store that does not answer for an upload that is not there. */
  async function offset(id: string): Promise<number | null> {
    return (await files.head(`${id}.info`)) ? offsetOf(tus, id) : null;
  }

  return {
    tus,
    offsetOf: offset,
    async copyTo(id, target) {
      return (await offset(id)) !== null && files.readToFile(id, target);
    },
    async remove(id) {
      // Gives the parts of an unfinished one back; of a finished one, and of its last crumbs, tus leaves the files.
      await tus.remove(id).catch(ignoreMissing);
      for (const key of [id, `${id}.part`, `${id}.info`]) await files.remove(key);
      await cache.delete(id);
    },
  };
}

async function offsetOf(tus: DataStore, id: string): Promise<number | null> {
  const upload = await tus.getUpload(id).catch(ignoreMissing);
  return upload?.offset ?? null;
}

function ignoreMissing(error: unknown): null {
  const status = typeof error === "object" && error !== null && "status_code" in error ? error.status_code : 0;
  if (status === ERRORS.FILE_NOT_FOUND.status_code || status === ERRORS.FILE_NO_LONGER_EXISTS.status_code) return null;
  throw error;
}

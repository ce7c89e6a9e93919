import { createWriteStream, mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileStore } from "@tus/file-store";
import { S3Store } from "@tus/s3-store";
import type { DataStore } from "@tus/utils";
import type { Config } from "#src/config.ts";
import { linkOrCopy } from "./link-or-copy.ts";

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
  const tus = new S3Store({
    partSize: S3_PART_BYTES,
    useTags: false,
    s3ClientConfig: {
      bucket: s3.bucket,
      endpoint: s3.endpoint,
      region: s3.region,
      forcePathStyle: true,
      credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    },
  });
  return {
    tus,
    offsetOf: (id) => offsetOf(tus, id),
    async copyTo(id, target) {
      if ((await offsetOf(tus, id)) === null) return false;
      const body = await tus.read(id);
      await pipeline(body instanceof Readable ? body : Readable.from(body), createWriteStream(target));
      return true;
    },
    remove: (id) => tus.remove(id).catch(() => undefined),
  };
}

async function offsetOf(tus: DataStore, id: string): Promise<number | null> {
  const upload = await tus.getUpload(id).catch(() => null);
  return upload?.offset ?? null;
}

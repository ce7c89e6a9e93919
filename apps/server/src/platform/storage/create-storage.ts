import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { FileStore } from "@tus/file-store";
import type { Config } from "#src/config.ts";
import { freeBytesAt } from "./disk-space.ts";
import { createFolderStorage, linkOrCopy } from "./folder-storage.ts";
import { offsetOf, type Storage, type Uploads } from "./storage.ts";

/** S3 if it is configured, otherwise the folder `media` in the data folder, without loading the SDK. */
export async function createStorage(config: Pick<Config, "dataDir" | "s3">): Promise<Storage> {
  if (!config.s3) return createFolderStorage(path.resolve(config.dataDir, "media"));
  const { createS3Storage } = await import("./s3-storage.ts");
  return createS3Storage(config.s3);
}

/** S3 if it is configured, otherwise the folder `uploads` in the data folder. */
export async function createUploadStore(config: Pick<Config, "dataDir" | "s3">): Promise<Uploads> {
  if (!config.s3) return createFolderUploads(path.resolve(config.dataDir, "uploads"));
  const { createS3Uploads } = await import("./s3-storage.ts");
  return createS3Uploads(config.s3);
}

function createFolderUploads(folder: string): Uploads {
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
    freeBytes: () => freeBytesAt(folder),
  };
}

import path from "node:path";
import type { Config } from "#src/config.ts";
import { openFolderStorage } from "./folder-storage.ts";
import { openS3Storage } from "./s3-storage.ts";
import type { Storage } from "./storage.ts";

/** S3 when it is configured, else the folder `media` of the data folder. */
export function openStorage(config: Pick<Config, "dataDir" | "s3">): Storage {
  return config.s3 ? openS3Storage(config.s3) : openFolderStorage(path.resolve(config.dataDir, "media"));
}

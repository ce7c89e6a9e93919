import path from "node:path";
import type { Config } from "#src/config.ts";
import { createFolderStorage } from "./folder-storage.ts";
import type { Storage } from "./storage.ts";

/** S3 if it is configured, otherwise the folder `media` in the data folder, without loading the SDK. */
export async function createStorage(config: Pick<Config, "dataDir" | "s3">): Promise<Storage> {
  if (!config.s3) return createFolderStorage(path.resolve(config.dataDir, "media"));
  const { createS3Storage } = await import("./s3-storage.ts");
  return createS3Storage(config.s3);
}

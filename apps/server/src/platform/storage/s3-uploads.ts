import { type MetadataValue, S3Store } from "@tus/s3-store";
import type { KvStore } from "@tus/server";
import { LRUCache } from "lru-cache";
import type { Config } from "#src/config.ts";
import { createS3Storage } from "./s3-storage.ts";
import { ignoreMissing, offsetOf, type Uploads } from "./storage.ts";

const CACHED_MAX = 1_000;

const S3_PART_BYTES = 8 * 1024 * 1024;

export function createS3Uploads(s3: NonNullable<Config["s3"]>): Uploads {
  const files = createS3Storage(s3);
  const cache = createLruStore<MetadataValue>();
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

  // Tus reports an unreachable store as a missing upload, after which the page would give the upload up.
  const getUpload = tus.getUpload.bind(tus);
  tus.getUpload = async (id) => {
    try {
      return await getUpload(id);
    } catch (error) {
      if (await files.head(`${id}.info`)) throw new Error("the store did not answer", { cause: error });
      throw error;
    }
  };

  /** Checks for the upload first, for the same reason. */
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
      // Tus aborts the multipart upload, but leaves the files of a finished upload and its last partial part.
      await tus.remove(id).catch(ignoreMissing);
      for (const key of [id, `${id}.part`, `${id}.info`]) await files.remove(key);
      await cache.delete(id);
    },
    freeBytes: async () => null,
  };
}

/** Caches upload metadata. Bounded, because an upload that ends in another process is never deleted here. */
export function createLruStore<T extends object>(max = CACHED_MAX): KvStore<T> {
  const cache = new LRUCache<string, T>({ max });
  return {
    get: async (id) => cache.get(id),
    async set(id, value) {
      cache.set(id, value);
    },
    async delete(id) {
      cache.delete(id);
    },
  };
}

import { type MetadataValue, S3Store } from "@tus/s3-store";
import type { KvStore } from "@tus/server";
import { LRUCache } from "lru-cache";
import type { Config } from "#src/config.ts";
import { openS3Storage } from "./s3-storage.ts";
import { ignoreMissing, offsetOf, type Uploads } from "./uploads.ts";

const KEPT_MAX = 1_000;

const S3_PART_BYTES = 8 * 1024 * 1024;

export function openS3Uploads(s3: NonNullable<Config["s3"]>): Uploads {
  const files = openS3Storage(s3);
  const cache = rememberLatest<MetadataValue>();
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
    freeBytes: async () => null,
  };
}

/**
 * What a store has read of its uploads. Many end in another process or never, and nobody says so here: of the one
 * not looked at for longest it asks again.
 */
export function rememberLatest<T extends object>(max = KEPT_MAX): KvStore<T> {
  const kept = new LRUCache<string, T>({ max });
  return {
    get: async (id) => kept.get(id),
    async set(id, value) {
      kept.set(id, value);
    },
    async delete(id) {
      kept.delete(id);
    },
  };
}

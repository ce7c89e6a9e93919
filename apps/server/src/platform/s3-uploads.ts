import { type MetadataValue, S3Store } from "@tus/s3-store";
import type { Config } from "#src/config.ts";
import { rememberLatest } from "./latest-uploads.ts";
import { openS3Storage } from "./storage/s3-storage.ts";
import { ignoreMissing, offsetOf } from "./upload-offset.ts";
import type { Uploads } from "./uploads.ts";

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

import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { type MetadataValue, S3Store } from "@tus/s3-store";
import type { KvStore } from "@tus/server";
import { LRUCache } from "lru-cache";
import type { Config } from "#src/config.ts";
import {
  type ByteRange,
  ignoreMissing,
  LISTED_MAX,
  offsetOf,
  requireKey,
  requirePrefix,
  type Storage,
  type StoredInfo,
  type Uploads,
} from "./storage.ts";

type S3Config = NonNullable<Config["s3"]>;

/** The limit of one DeleteObjects call. */
const DELETE_BATCH_MAX = 1_000;

function toClientConfig(s3: S3Config) {
  return {
    endpoint: s3.endpoint,
    region: s3.region,
    forcePathStyle: true,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    // Other S3 implementations may not support the SDK's default checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  } as const;
}

/** Stores files in a bucket of any S3-compatible service, where a put is atomic. */
export function createS3Storage(s3: S3Config): Storage {
  const client = new S3Client(toClientConfig(s3));
  const at = (key: string) => ({ Bucket: s3.bucket, Key: requireKey(key) });

  async function read(key: string, range?: ByteRange): Promise<Readable | null> {
    const span = range ? { Range: `bytes=${range.startByte}-${range.endByte}` } : {};
    const found = await client.send(new GetObjectCommand({ ...at(key), ...span })).catch(ignoreMissingObject);
    return found?.Body instanceof Readable ? found.Body : null;
  }

  async function list(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    let next: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: s3.bucket, Prefix: requirePrefix(prefix), ContinuationToken: next }),
      );
      keys.push(...(page.Contents ?? []).flatMap((object) => object.Key ?? []));
      next = page.NextContinuationToken;
    } while (next !== undefined && keys.length < LISTED_MAX);
    return keys.sort().slice(0, LISTED_MAX);
  }

  async function head(key: string): Promise<StoredInfo | null> {
    const found = await client.send(new HeadObjectCommand(at(key))).catch(ignoreMissingObject);
    return found ? toInfo(key, found) : null;
  }

  return {
    kind: "s3",
    read,
    list,
    async put(key, body, about) {
      await client.send(new PutObjectCommand({ ...at(key), Body: body, ContentType: about.contentType }));
    },
    async putFile(key, path, about) {
      const body = createReadStream(path);
      await new Upload({ client, params: { ...at(key), Body: body, ContentType: about.contentType } }).done();
    },
    async readToFile(key, path) {
      const found = await read(key);
      if (!found) return false;
      await pipeline(found, createWriteStream(path));
      return true;
    },
    head,
    async *walk() {
      let next: string | undefined;
      do {
        const page: ListObjectsV2CommandOutput = await client.send(
          new ListObjectsV2Command({ Bucket: s3.bucket, ContinuationToken: next }),
        );
        for (const object of page.Contents ?? []) if (isOurs(object.Key ?? "")) yield toInfo(object.Key ?? "", object);
        next = page.NextContinuationToken;
      } while (next !== undefined);
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    async removePrefix(prefix) {
      for (let keys = await list(prefix); keys.length > 0; keys = await list(prefix)) {
        const batch = keys.slice(0, DELETE_BATCH_MAX).map((Key) => ({ Key }));
        const { Errors: refused = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket: s3.bucket, Delete: { Objects: batch, Quiet: true } }),
        );
        // The request itself succeeds, and the same files would be listed again without an end.
        if (refused.length > 0)
          throw new Error(`the bucket refused to delete ${refused.length} files: ${refused[0]?.Code ?? "unknown"}`);
      }
    },
    async removeUnfinished(begunBefore) {
      for (let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {}; next; ) {
        const page: ListMultipartUploadsCommandOutput = await client.send(
          new ListMultipartUploadsCommand({ Bucket: s3.bucket, ...next }),
        );
        for (const { Key = "", UploadId, Initiated } of page.Uploads ?? [])
          if (isOurs(Key) && Initiated && Initiated < begunBefore)
            await client
              .send(new AbortMultipartUploadCommand({ Bucket: s3.bucket, Key, UploadId }))
              .catch(ignoreMissingObject);
        next = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null;
      }
    },
    freeBytes: async () => null,
    async check() {
      await client.send(new PutObjectCommand({ ...at("health"), Body: "ok", ContentType: "text/plain" }));
    },
  };
}

/** Multipart uploads of users belong to tus: their keys have no folder, and they may stay open for days. */
function isOurs(key: string): boolean {
  return key.includes("/");
}

type Found = {
  ContentLength?: number | undefined;
  ContentType?: string | undefined;
  ETag?: string | undefined;
  LastModified?: Date | undefined;
};

function toInfo(key: string, found: Found): StoredInfo {
  return {
    key,
    sizeBytes: found.ContentLength ?? 0,
    contentType: found.ContentType ?? "application/octet-stream",
    etag: found.ETag ?? `"${key}"`,
    lastModified: found.LastModified ?? new Date(0),
  };
}

function ignoreMissingObject(error: unknown): null {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
  throw error;
}

const CACHED_MAX = 1_000;

const S3_PART_BYTES = 8 * 1024 * 1024;

export function createS3Uploads(s3: S3Config): Uploads {
  const files = createS3Storage(s3);
  const cache = createLruStore<MetadataValue>();
  const tus = new S3Store({
    partSize: S3_PART_BYTES,
    useTags: false,
    cache,
    s3ClientConfig: { bucket: s3.bucket, ...toClientConfig(s3) },
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

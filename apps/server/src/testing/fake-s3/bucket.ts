import { createHash, randomBytes } from "node:crypto";
import { S3Fault } from "./protocol.ts";

/** An object's stored headers: its type and `x-amz-meta-`. */
export type S3About = { contentType: string; metadata: Record<string, string> };

export type S3Object = S3About & { body: Buffer; etag: string; lastModified: Date };

type Part = { body: Buffer; etag: string };
type Multipart = { key: string; about: S3About; startedAt: Date; parts: Map<number, Part> };

/** The minimum size of every part but the last. */
const PART_MIN_BYTES = 5 * 1024 * 1024;

/** A bucket in memory. */
export class S3Bucket {
  readonly objects = new Map<string, S3Object>();
  readonly uploads = new Map<string, Multipart>();
  /** Keys that the user of the bucket may not delete. */
  readonly undeletable = new Set<string>();

  put(key: string, body: Buffer, about: S3About): S3Object {
    const object = { ...about, body, etag: `"${md5(body).toString("hex")}"`, lastModified: new Date() };
    this.objects.set(key, object);
    return object;
  }

  require(key: string): S3Object {
    const object = this.objects.get(key);
    if (!object) throw new S3Fault(404, "NoSuchKey", "The specified key does not exist.");
    return object;
  }

  /** Sorted keys after `after`. */
  keys(prefix: string, after: string): string[] {
    return [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  }

  begin(key: string, about: S3About): string {
    const id = randomBytes(16).toString("hex");
    this.uploads.set(id, { key, about, startedAt: new Date(), parts: new Map() });
    return id;
  }

  requireUpload(id: string, key: string): Multipart {
    const upload = this.uploads.get(id);
    if (upload?.key !== key) throw new S3Fault(404, "NoSuchUpload", "The specified upload does not exist.");
    return upload;
  }

  putPart(id: string, key: string, number: number, body: Buffer): Part {
    const part = { body, etag: `"${md5(body).toString("hex")}"` };
    this.requireUpload(id, key).parts.set(number, part);
    return part;
  }

  complete(id: string, key: string, wanted: { number: number; etag: string }[]): S3Object {
    const upload = this.requireUpload(id, key);
    const parts = wanted.map(({ number, etag }, index) => {
      const part = upload.parts.get(number);
      if (!part || part.etag !== etag) throw new S3Fault(400, "InvalidPart", `Part ${number} is not there.`);
      if (index < wanted.length - 1 && part.body.length < PART_MIN_BYTES)
        throw new S3Fault(400, "EntityTooSmall", `Part ${number} is too small.`);
      if (number <= (wanted[index - 1]?.number ?? 0))
        throw new S3Fault(400, "InvalidPartOrder", "The parts are not in their order.");
      return part;
    });
    if (parts.length === 0) throw new S3Fault(400, "MalformedXML", "An upload has a part at least.");
    const object = this.put(key, Buffer.concat(parts.map((part) => part.body)), upload.about);
    const digests = parts.map((part) => Buffer.from(part.etag.slice(1, -1), "hex"));
    object.etag = `"${md5(Buffer.concat(digests)).toString("hex")}-${parts.length}"`;
    this.uploads.delete(id);
    return object;
  }
}

function md5(body: Buffer): Buffer {
  return createHash("md5").update(body).digest();
}

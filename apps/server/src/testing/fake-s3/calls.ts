import type { IncomingHttpHeaders } from "node:http";
import type { S3About, S3Bucket, S3Object } from "./bucket.ts";
import { S3Fault, textsOf, toXml, type XmlValue } from "./protocol.ts";

export type S3Call = {
  method: string;
  bucketName: string;
  /** Empty for a call on the bucket itself. */
  key: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

export type S3Answer = { status: number; headers?: Record<string, string | number>; body?: Buffer | string };

const LISTED_AT_ONCE = 1_000;

type Operation = (bucket: S3Bucket, call: S3Call) => S3Answer;

/** By method and query parameter. */
const BUCKET_OPERATIONS = new Map<string, Operation>([
  ["GET list-type", listObjects],
  ["POST delete", deleteObjects],
  ["GET uploads", listUploads],
]);

const OBJECT_OPERATIONS = new Map<string, Operation>([
  ["PUT", putObject],
  ["GET", getObject],
  ["HEAD", headObject],
  ["DELETE", deleteObject],
]);

/** Runs a supported S3 call. Anything else is refused, so that tests cannot pass by accident. */
export function answerCall(bucket: S3Bucket, call: S3Call): S3Answer {
  const operation = findOperation(call);
  if (!operation) throw new S3Fault(501, "NotImplemented", `The fake does not support ${call.method} ${call.query}.`);
  return operation(bucket, call);
}

function findOperation({ method, key, query }: S3Call): Operation | undefined {
  if (key === "") return [...query.keys()].flatMap((name) => BUCKET_OPERATIONS.get(`${method} ${name}`) ?? [])[0];
  if (query.has("uploads") || query.has("uploadId")) return answerMultipart;
  return OBJECT_OPERATIONS.get(method);
}

function putObject(bucket: S3Bucket, call: S3Call): S3Answer {
  return { status: 200, headers: { etag: bucket.put(call.key, call.body, aboutOf(call)).etag } };
}

function headObject(bucket: S3Bucket, { key }: S3Call): S3Answer {
  return { status: 200, headers: describe(bucket.require(key)) };
}

function deleteObject(bucket: S3Bucket, { key }: S3Call): S3Answer {
  bucket.objects.delete(key);
  return { status: 204 };
}

function aboutOf({ headers }: S3Call): S3About {
  const metadata = Object.entries(headers).filter(([name]) => name.startsWith("x-amz-meta-"));
  return {
    contentType: headers["content-type"] ?? "application/octet-stream",
    metadata: Object.fromEntries(metadata.map(([name, value]) => [name, String(value)])),
  };
}

function describe(object: S3Object): Record<string, string | number> {
  return {
    ...object.metadata,
    "accept-ranges": "bytes",
    "content-length": object.body.length,
    "content-type": object.contentType,
    etag: object.etag,
    "last-modified": object.lastModified.toUTCString(),
  };
}

function getObject(bucket: S3Bucket, { key, headers: { range } }: S3Call): S3Answer {
  const object = bucket.require(key);
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? [];
  if (first === undefined) return { status: 200, headers: describe(object), body: object.body };
  const size = object.body.length;
  const end = last ? Math.min(Number(last), size - 1) : size - 1;
  if (Number(first) > end) throw new S3Fault(416, "InvalidRange", "The requested range is not satisfiable.");
  const body = object.body.subarray(Number(first), end + 1);
  const headers = {
    ...describe(object),
    "content-length": body.length,
    "content-range": `bytes ${first}-${end}/${size}`,
  };
  return { status: 206, headers, body };
}

function listObjects(bucket: S3Bucket, { bucketName, query }: S3Call): S3Answer {
  if (query.get("list-type") !== "2") throw new S3Fault(501, "NotImplemented", "The fake supports list-type 2 only.");
  const prefix = query.get("prefix") ?? "";
  const limit = Math.min(Number(query.get("max-keys") ?? LISTED_AT_ONCE), LISTED_AT_ONCE);
  const after = Buffer.from(query.get("continuation-token") ?? "", "base64url").toString("utf8");
  const keys = bucket.keys(prefix, after);
  const page = keys.slice(0, limit);
  const isTruncated = keys.length > limit;
  return xml("ListBucketResult", {
    Name: bucketName,
    Prefix: prefix,
    KeyCount: page.length,
    MaxKeys: limit,
    IsTruncated: isTruncated,
    NextContinuationToken: isTruncated ? Buffer.from(page.at(-1) ?? "").toString("base64url") : null,
    Contents: page.map((key) => {
      const { etag, body, lastModified } = bucket.require(key);
      return { Key: key, ETag: etag, Size: body.length, LastModified: lastModified.toISOString() };
    }),
  });
}

function deleteObjects(bucket: S3Bucket, { body, headers }: S3Call): S3Answer {
  const hasChecksum = Object.keys(headers).some(
    (name) => name === "content-md5" || /^x-amz-checksum-[a-z]+\d/.test(name),
  );
  if (!hasChecksum) throw new S3Fault(400, "InvalidRequest", "Missing required header for this request: Content-MD5.");
  const keys = textsOf(body.toString("utf8"), "Key");
  if (keys.length === 0 || keys.length > LISTED_AT_ONCE)
    throw new S3Fault(400, "MalformedXML", "Between 1 and 1000 keys.");
  const refused = keys.filter((key) => bucket.undeletable.has(key));
  const deleted = keys.filter((key) => !bucket.undeletable.has(key));
  for (const key of deleted) bucket.objects.delete(key);
  const isQuiet = textsOf(body.toString("utf8"), "Quiet")[0] === "true";
  return xml("DeleteResult", {
    Deleted: isQuiet ? [] : deleted.map((Key) => ({ Key })),
    Error: refused.map((Key) => ({ Key, Code: "AccessDenied", Message: "Access Denied" })),
  });
}

function listUploads(bucket: S3Bucket): S3Answer {
  const uploads = [...bucket.uploads].map(([UploadId, upload]) => ({
    Key: upload.key,
    UploadId,
    Initiated: upload.startedAt.toISOString(),
  }));
  return xml("ListMultipartUploadsResult", { IsTruncated: false, Upload: uploads });
}

function answerMultipart(bucket: S3Bucket, call: S3Call): S3Answer {
  const { method, key, query, bucketName } = call;
  const id = query.get("uploadId") ?? "";
  const target = { Bucket: bucketName, Key: key };
  if (method === "POST" && query.has("uploads"))
    return xml("InitiateMultipartUploadResult", { ...target, UploadId: bucket.begin(key, aboutOf(call)) });
  if (method === "PUT") {
    const part = bucket.putPart(id, key, Number(query.get("partNumber")), call.body);
    return { status: 200, headers: { etag: part.etag } };
  }
  if (method === "GET") {
    const parts = [...bucket.requireUpload(id, key).parts].sort(([a], [b]) => a - b);
    const listed = parts.map(([PartNumber, { etag, body }]) => ({ PartNumber, ETag: etag, Size: body.length }));
    return xml("ListPartsResult", { ...target, UploadId: id, IsTruncated: false, Part: listed });
  }
  if (method === "DELETE") {
    bucket.requireUpload(id, key);
    bucket.uploads.delete(id);
    return { status: 204 };
  }
  if (method === "POST") {
    const text = call.body.toString("utf8");
    const etags = textsOf(text, "ETag");
    const wanted = textsOf(text, "PartNumber").map((number, at) => ({ number: Number(number), etag: etags[at] ?? "" }));
    return xml("CompleteMultipartUploadResult", { ...target, ETag: bucket.complete(id, key, wanted).etag });
  }
  throw new S3Fault(405, "MethodNotAllowed", "The specified method is not allowed against this resource.");
}

function xml(name: string, value: XmlValue): S3Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${toXml(name, value)}`;
  return { status: 200, headers: { "content-type": "application/xml" }, body };
}

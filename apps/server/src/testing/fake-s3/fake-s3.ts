import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { readBody } from "./body.ts";
import { S3Bucket } from "./bucket.ts";
import { answerCall, type S3Answer } from "./calls.ts";
import { S3Fault, toXml } from "./protocol.ts";
import { type S3Keys, verifySignature } from "./signature.ts";

export type FakeS3 = {
  /** The product's configuration for this fake. */
  config: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };
  bucket: S3Bucket;
  /** `METHOD key?query hash` of each answered request, in order. */
  seen: string[];
  stop(): Promise<void>;
};

const BUCKET = "fieldhouse";
const KEYS: S3Keys = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "a secret of the fake", region: "us-east-1" };

/** A fake S3 with one bucket in memory. Every request needs a valid signature. */
export async function startFakeS3(): Promise<FakeS3> {
  const bucket = new S3Bucket();
  const seen: string[] = [];
  const server = createServer((request, response) => {
    respond(bucket, request, seen).then(
      (reply) => send(request, response, reply),
      (error: unknown) => refuse(request, response, error),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    config: { endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, ...KEYS },
    bucket,
    seen,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(bucket: S3Bucket, request: IncomingMessage, seen: string[]): Promise<S3Answer> {
  const rawBody = await buffer(request);
  const url = new URL(request.url ?? "/", "http://s3.test");
  const signed = verifySignature(request, url, KEYS, Date.now());
  const [, bucketName = "", ...rest] = url.pathname.split("/");
  if (decodeURIComponent(bucketName) !== BUCKET)
    throw new S3Fault(404, "NoSuchBucket", "The specified bucket does not exist.");
  const key = rest.map(decodeURIComponent).join("/");
  const body = readBody(rawBody, request.headers, signed);
  const method = request.method ?? "GET";
  seen.push(`${method} ${key}${url.search} ${signed.payloadHash}`);
  return answerCall(bucket, { method, bucketName, key, query: url.searchParams, headers: request.headers, body });
}

function send(request: IncomingMessage, response: ServerResponse, reply: S3Answer): void {
  response.writeHead(reply.status, reply.headers);
  response.end(request.method === "HEAD" ? undefined : reply.body);
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const fault = error instanceof S3Fault ? error : new S3Fault(500, "InternalError", String(error));
  const body = toXml("Error", { Code: fault.code, Message: fault.message });
  send(request, response, { status: fault.status, headers: { "content-type": "application/xml" }, body });
}

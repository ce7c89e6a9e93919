import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { crc32 } from "node:zlib";
import { S3Fault } from "./protocol.ts";
import { hmac, isSame, type Signed, sha256 } from "./signature.ts";

const CRLF = "\r\n";

/**
 * Decodes a request body: checks it against the signed hash, unpacks `aws-chunked`, and verifies every checksum.
 * @throws S3Fault 400 or 403
 */
export function readBody(sent: Buffer, headers: IncomingHttpHeaders, signed: Signed): Buffer {
  // Some of the stores that can be rented do not know the SDK's default way of sending checksums.
  if (headers["x-amz-trailer"] !== undefined)
    throw new S3Fault(400, "NotImplemented", "A header you provided implies functionality that is not implemented.");
  const isChunked = signed.payloadHash.startsWith("STREAMING-");
  const body = isChunked ? unpack(sent, signed) : sent;
  if (!isChunked && signed.payloadHash !== "UNSIGNED-PAYLOAD" && sha256(body) !== signed.payloadHash)
    throw new S3Fault(400, "XAmzContentSHA256Mismatch", "The body is not the one that was signed.");
  const decodedLength = headers["x-amz-decoded-content-length"];
  if (isChunked && Number(decodedLength) !== body.length)
    throw new S3Fault(400, "IncompleteBody", "The body is not as long as it was said to be.");
  refuseWrongChecksum(body, headers);
  return body;
}

/** `aws-chunked`: size in hex, the signature, the bytes; a chunk of zero ends it. */
function unpack(sent: Buffer, signed: Signed): Buffer {
  const isSigned = signed.payloadHash.startsWith("STREAMING-AWS4-HMAC-SHA256-PAYLOAD");
  const chunks: Buffer[] = [];
  let previous = signed.signature;
  let at = 0;
  for (;;) {
    const lineEnd = sent.indexOf(CRLF, at);
    if (lineEnd < 0) throw new S3Fault(400, "IncompleteBody", "A chunk has no header.");
    const [, size = "", signature = ""] =
      /^([0-9a-f]+)(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(sent.toString("latin1", at, lineEnd)) ?? [];
    if (size === "") throw new S3Fault(400, "InvalidChunkSizeError", "A chunk has no size.");
    const from = lineEnd + CRLF.length;
    const chunk = sent.subarray(from, from + Number.parseInt(size, 16));
    if (isSigned) previous = verifyChunk(chunk, signature, previous, signed);
    at = from + chunk.length;
    if (chunk.length === 0) break;
    if (sent.toString("latin1", at, at + 2) !== CRLF) throw new S3Fault(400, "IncompleteBody", "A chunk is cut off.");
    at += CRLF.length;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function verifyChunk(chunk: Buffer, signature: string, previous: string, signed: Signed): string {
  const head = ["AWS4-HMAC-SHA256-PAYLOAD", signed.amzDate, signed.scope, previous, sha256("")];
  const expected = hmac(signed.key, [...head, sha256(chunk)].join("\n")).toString("hex");
  if (!isSame(expected, signature)) throw new S3Fault(403, "SignatureDoesNotMatch", "A chunk has a wrong signature.");
  return signature;
}

const CHECKSUMS: Record<string, (body: Buffer) => Buffer> = {
  "content-md5": (body) => createHash("md5").update(body).digest(),
  "x-amz-checksum-sha1": (body) => createHash("sha1").update(body).digest(),
  "x-amz-checksum-sha256": (body) => createHash("sha256").update(body).digest(),
  "x-amz-checksum-crc32": (body) => {
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return sum;
  },
};

function refuseWrongChecksum(body: Buffer, headers: IncomingHttpHeaders): void {
  for (const [name, calculate] of Object.entries(CHECKSUMS)) {
    const expected = headers[name];
    if (expected !== undefined && expected !== calculate(body).toString("base64"))
      throw new S3Fault(400, "BadDigest", `The ${name} is not the one calculated here.`);
  }
}

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { S3Fault } from "./protocol.ts";

export type S3Keys = { accessKeyId: string; secretAccessKey: string; region: string };

/** For signed chunks: the signing key, and the previous signature of the chain. */
export type Signed = { payloadHash: string; amzDate: string; scope: string; key: Buffer; signature: string };

type Asked = { method?: string | undefined; headers: IncomingHttpHeaders };

type Claim = {
  credential: string;
  signedHeaders: string[];
  signature: string;
  amzDate: string;
  payloadHash: string;
  query: URLSearchParams;
};

const SKEW_MAX_MS = 15 * 60 * 1000;

/**
 * Checks AWS Signature Version 4 like S3, in the header or in the query of a presigned URL.
 * @throws S3Fault 403
 */
export function verifySignature(request: Asked, url: URL, keys: S3Keys, nowMs: number): Signed {
  const claim = url.searchParams.has("X-Amz-Signature") ? readQuery(url, nowMs) : readHeader(request, url, nowMs);
  const [accessKeyId, day, region, service, terminator] = claim.credential.split("/");
  if (accessKeyId !== keys.accessKeyId) throw new S3Fault(403, "InvalidAccessKeyId", "This access key is not known.");
  if (
    region !== keys.region ||
    service !== "s3" ||
    terminator !== "aws4_request" ||
    !claim.amzDate.startsWith(day ?? "-")
  )
    throw new S3Fault(403, "AuthorizationHeaderMalformed", "The scope of the credential is wrong.");
  refuseUnsigned(request, claim.signedHeaders);
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [day, region, service, terminator].reduce<Buffer>(
    (from, part) => hmac(from, part ?? ""),
    Buffer.from(`AWS4${keys.secretAccessKey}`),
  );
  const canonical = toCanonicalRequest(request, url, claim);
  const text = ["AWS4-HMAC-SHA256", claim.amzDate, scope, sha256(canonical)].join("\n");
  if (!isSame(hmac(key, text).toString("hex"), claim.signature))
    throw new S3Fault(403, "SignatureDoesNotMatch", "The signature is not the one calculated here.");
  return { payloadHash: claim.payloadHash, amzDate: claim.amzDate, scope, key, signature: claim.signature };
}

function readHeader(request: Asked, url: URL, nowMs: number): Claim {
  const header = request.headers.authorization ?? "";
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(header) ?? [];
  const amzDate = String(request.headers["x-amz-date"] ?? "");
  const payloadHash = request.headers["x-amz-content-sha256"];
  if (!credential || !signedHeaders || !signature || typeof payloadHash !== "string")
    throw new S3Fault(403, "AccessDenied", "The request is not signed.");
  if (Math.abs(nowMs - toMs(amzDate)) > SKEW_MAX_MS)
    throw new S3Fault(403, "RequestTimeTooSkewed", "The clocks differ by more than a quarter of an hour.");
  return {
    credential,
    signedHeaders: signedHeaders.split(";"),
    signature,
    amzDate,
    payloadHash,
    query: url.searchParams,
  };
}

function readQuery(url: URL, nowMs: number): Claim {
  const query = new URLSearchParams(url.searchParams);
  const read = (name: string) => query.get(`X-Amz-${name}`) ?? "";
  const signature = read("Signature");
  query.delete("X-Amz-Signature");
  const ageMs = nowMs - toMs(read("Date"));
  if (!(ageMs >= -SKEW_MAX_MS && ageMs <= Number(read("Expires")) * 1000))
    throw new S3Fault(403, "AccessDenied", "Request has expired.");
  return {
    credential: read("Credential"),
    signedHeaders: read("SignedHeaders").split(";"),
    signature,
    amzDate: read("Date"),
    payloadHash: "UNSIGNED-PAYLOAD",
    query,
  };
}

/** S3 requires the host and every `x-amz-` header to be signed. */
function refuseUnsigned(request: Asked, signedHeaders: string[]): void {
  const needed = Object.keys(request.headers).filter((name) => name === "host" || name.startsWith("x-amz-"));
  const missing = needed.filter((name) => !signedHeaders.includes(name));
  if (missing.length > 0) throw new S3Fault(403, "AccessDenied", `There are headers that are not signed: ${missing}.`);
}

function toCanonicalRequest(request: Asked, url: URL, claim: Claim): string {
  const path = url.pathname
    .split("/")
    .map((part) => encode(decodeURIComponent(part)))
    .join("/");
  const query = [...claim.query]
    .map(([name, value]): [string, string] => [encode(name), encode(value)])
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const headers = claim.signedHeaders.map((name) => {
    const value = String(request.headers[name] ?? "");
    return `${name}:${value.trim().replace(/ +/g, " ")}\n`;
  });
  return [request.method, path, query, headers.join(""), claim.signedHeaders.join(";"), claim.payloadHash].join("\n");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** AWS percent-encoding: everything but letters, digits and `-._~`. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function toMs(amzDate: string): number {
  return Date.parse(amzDate.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}

export function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

export function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}

export function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

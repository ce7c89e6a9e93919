import { describe, expect, test } from "vitest";
import { readBody } from "./body.ts";
import { verifySignature } from "./signature.ts";

/** The examples of AWS's own documentation, 'Authenticating Requests (AWS Signature Version 4)'. */
const KEYS = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const NOW_MS = Date.parse("2013-05-24T00:00:00Z");
const CREDENTIAL = "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request";
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

function toAuthorization(signedHeaders: string, signature: string): string {
  return `AWS4-HMAC-SHA256 Credential=${CREDENTIAL},SignedHeaders=${signedHeaders},Signature=${signature}`;
}

const GET = {
  method: "GET",
  headers: {
    host: "examplebucket.s3.amazonaws.com",
    range: "bytes=0-9",
    "x-amz-content-sha256": EMPTY,
    "x-amz-date": "20130524T000000Z",
    authorization: toAuthorization(
      "host;range;x-amz-content-sha256;x-amz-date",
      "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    ),
  },
};
const GET_URL = new URL("https://examplebucket.s3.amazonaws.com/test.txt");

const PRESIGNED = new URL(
  `https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(CREDENTIAL)}&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
);

const CHUNKED = {
  method: "PUT",
  headers: {
    host: "s3.amazonaws.com",
    "content-encoding": "aws-chunked",
    "content-length": "66824",
    "x-amz-content-sha256": "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
    "x-amz-date": "20130524T000000Z",
    "x-amz-decoded-content-length": "66560",
    "x-amz-storage-class": "REDUCED_REDUNDANCY",
    authorization: toAuthorization(
      "content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class",
      "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9",
    ),
  },
};
const CHUNKED_URL = new URL("https://s3.amazonaws.com/examplebucket/chunkObject.txt");
const CHUNKS = [
  { size: 65_536, signature: "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648" },
  { size: 1_024, signature: "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497" },
  { size: 0, signature: "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9" },
];

function toChunks(letter: string): Buffer {
  const lines = CHUNKS.map(({ size, signature }) => {
    return `${size.toString(16)};chunk-signature=${signature}\r\n${letter.repeat(size)}\r\n`;
  });
  return Buffer.from(lines.join(""));
}

describe("the fake S3 checks signatures like AWS", () => {
  test("accepts AWS's own examples, and refuses them a moment too late", () => {
    expect(verifySignature(GET, GET_URL, KEYS, NOW_MS).payloadHash).toBe(EMPTY);
    expect(
      verifySignature({ method: "GET", headers: { host: GET.headers.host } }, PRESIGNED, KEYS, NOW_MS).payloadHash,
    ).toBe("UNSIGNED-PAYLOAD");
    expect(() => verifySignature(GET, GET_URL, KEYS, NOW_MS + 16 * 60_000)).toThrow("clocks differ");
    const dayLater = NOW_MS + 86_401_000;
    const presigned = { method: "GET", headers: { host: GET.headers.host } };
    expect(() => verifySignature(presigned, PRESIGNED, KEYS, dayLater)).toThrow("expired");
  });

  test("refuses another secret, method, path, query or header", () => {
    const refused = (request: typeof GET, url = GET_URL, keys = KEYS) =>
      expect(() => verifySignature(request, url, keys, NOW_MS));
    refused(GET, GET_URL, { ...KEYS, secretAccessKey: "another" }).toThrow("not the one calculated");
    refused({ ...GET, method: "DELETE" }).toThrow("not the one calculated");
    refused(GET, new URL("https://examplebucket.s3.amazonaws.com/test2.txt")).toThrow("not the one calculated");
    refused(GET, new URL(`${GET_URL}?acl`)).toThrow("not the one calculated");
    refused({ ...GET, headers: { ...GET.headers, range: "bytes=0-99" } }).toThrow("not the one calculated");
    refused(GET, GET_URL, { ...KEYS, accessKeyId: "AKIANOTHER" }).toThrow("not known");
    refused(GET, GET_URL, { ...KEYS, region: "eu-central-1" }).toThrow("scope");
    refused({ ...GET, headers: { ...GET.headers, authorization: "" } }).toThrow("not signed");
    const sneaked = { ...GET, headers: { ...GET.headers, "x-amz-acl": "public-read" } };
    refused(sneaked).toThrow("headers that are not signed");
  });

  test("checks signed chunks one by one", () => {
    const signed = verifySignature(CHUNKED, CHUNKED_URL, KEYS, NOW_MS);
    expect(readBody(toChunks("a"), CHUNKED.headers, signed).equals(Buffer.alloc(66_560, "a"))).toBe(true);
    expect(() => readBody(toChunks("b"), CHUNKED.headers, signed)).toThrow("wrong signature");
    expect(() => readBody(toChunks("a").subarray(0, 65_000), CHUNKED.headers, signed)).toThrow();
  });

  test("refuses a checksum after the body, as some stores do", () => {
    const signed = verifySignature(CHUNKED, CHUNKED_URL, KEYS, NOW_MS);
    const headers = { ...CHUNKED.headers, "x-amz-trailer": "x-amz-checksum-crc32" };
    expect(() => readBody(toChunks("a"), headers, signed)).toThrow("not implemented");
  });
});

import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { startFakeS3 } from "#testing/fake-s3/fake-s3.ts";
import { createTestApp, type TestApp } from "#testing/test-app.ts";
import { askOffset, beginUpload, sendBytes, sendSlowly } from "#testing/tus.ts";
import { startWebProcess } from "#testing/web-process.ts";

const s3 = await startFakeS3();
afterAll(() => s3.stop());
const inBucket = {
  S3_ENDPOINT: s3.config.endpoint,
  S3_BUCKET: s3.config.bucket,
  S3_ACCESS_KEY_ID: s3.config.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
};

const MEGABYTE = 1024 ** 2;

/** Sends the first part to a process that is then killed, and the rest to this one. @returns the offset of the rest */
async function sendPastAKill(
  testApp: TestApp,
  name: string,
  { bytes, sentBytes, arrived }: { bytes: Buffer; sentBytes: number; arrived(id: string): Promise<boolean> },
  environment: Record<string, string> = {},
): Promise<{ id: string; offset: number }> {
  const person = await testApp.person(name, { plan: "Individual" });
  const other = await startWebProcess(testApp, environment);
  const id = await beginUpload(person, bytes.length);
  const upload = { id, sizeBytes: bytes.length };
  const cut = sendSlowly(other.origin, person, upload, bytes.subarray(0, sentBytes));
  await expect.poll(() => arrived(id)).toBe(true);
  await other.kill();
  await cut;

  const offset = await askOffset(person, id);
  expect((await sendBytes(person, id, offset, bytes.subarray(offset))).status).toBe(204);
  return { id, offset };
}

/** Bytes whose values show their position. */
function numbered(count: number): Buffer {
  const bytes = Buffer.alloc(count);
  for (let at = 0; at + 4 <= count; at += 4) bytes.writeUInt32LE(at, at);
  return bytes;
}

test("an upload to a killed process resumes at the same byte in another process", async () => {
  const testApp = await createTestApp();
  const file = (id: string) => path.join(testApp.deps.config.dataDir, "uploads", id);
  const bytes = numbered(4 * MEGABYTE);
  const sentBytes = 3 * MEGABYTE + 4;
  const { id, offset } = await sendPastAKill(testApp, "kim", {
    bytes,
    sentBytes,
    arrived: async (uploadId) => (await readFile(file(uploadId))).length === sentBytes,
  });
  expect(offset).toBe(sentBytes);
  expect((await readFile(file(id))).equals(bytes)).toBe(true);
});

test("in a bucket, it resumes after the last stored part", async () => {
  const testApp = await createTestApp(inBucket);
  const bytes = numbered(20 * MEGABYTE);
  const { id, offset } = await sendPastAKill(
    testApp,
    "liv",
    {
      bytes,
      sentBytes: 17 * MEGABYTE,
      arrived: async () => [...s3.bucket.uploads.values()].some((upload) => upload.parts.size === 2),
    },
    inBucket,
  );
  expect(offset).toBe(16 * MEGABYTE);
  expect(s3.bucket.require(id).body.equals(bytes)).toBe(true);
});

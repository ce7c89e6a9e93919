import { contentRoutes } from "@app/contract/contents";
import { afterAll, describe, expect, test } from "vitest";
import { startFakeS3 } from "#testing/fake-s3/fake-s3.ts";
import { mediaPath } from "#testing/media-path.ts";
import { createTestApp } from "#testing/test-app.ts";

const s3 = await startFakeS3();
afterAll(() => s3.stop());
const testApp = await createTestApp({
  S3_ENDPOINT: s3.config.endpoint,
  S3_BUCKET: s3.config.bucket,
  S3_REGION: s3.config.region,
  S3_ACCESS_KEY_ID: s3.config.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
});

describe("the product with S3", () => {
  test("uploads, processes and plays a video, and deletes its upload", async () => {
    const maya = await testApp.person("maya", { plan: "Individual" });
    const clip = await testApp.clip();
    const { id } = await testApp.processedVideo(maya, "Regatta final");

    const item = await maya.call(contentRoutes.one, { params: { id } });
    expect(item).toMatchObject({ state: "ready", fault: null });
    const hls = item.video_content.hls ?? "";
    const playlist = await testApp.visitor.send("GET", hls);
    expect(playlist.text).toContain("#EXT-X-STREAM-INF");
    expect(s3.bucket.objects.get(`contents/${id}/original`)?.body.equals(clip)).toBe(true);
    const keys = [...s3.bucket.objects.keys()];
    expect(keys.filter((key) => !/^(contents\/|health$)/.test(key))).toEqual([]);
    expect(s3.bucket.uploads.size).toBe(0);
  });

  test("fetches a byte range only", async () => {
    const key = [...s3.bucket.objects.keys()].find((one) => one.endsWith(".m4s")) ?? "";
    const whole = s3.bucket.require(key).body;
    const reply = await fetch(`${testApp.origin}/media/o/${await mediaPath(testApp.deps, key)}`, {
      headers: { range: "bytes=10-29" },
    });
    expect(reply.status).toBe(206);
    expect(reply.headers.get("content-range")).toBe(`bytes 10-29/${whole.length}`);
    expect(Buffer.from(await reply.arrayBuffer()).equals(whole.subarray(10, 30))).toBe(true);
  });

  test("is not ready while S3 is down, and names it", async () => {
    expect((await testApp.visitor.send("GET", "/readyz")).status).toBe(200);
    await s3.stop();
    // The last check's result is cached for a moment.
    const asked = async () => testApp.visitor.send("GET", "/readyz");
    await expect.poll(async () => (await asked()).status).toBe(503);
    expect(JSON.parse((await asked()).text).errors).toEqual({ storage: ["The storage does not answer."] });
  });
});

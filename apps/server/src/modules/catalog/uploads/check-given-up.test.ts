import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { contentRoutes } from "@app/contract/contents";
import { uploadRoutes } from "@app/contract/uploads";
import { afterAll, expect, test } from "vitest";
import { checkVideoFile } from "#modules/catalog/media/source-file.service.ts";
import { uploadImage } from "#testing/images.ts";
import { drawPhoto } from "#testing/pictures.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";
import { playbook } from "../documents/testing/pdfs.ts";
import { checkUpload } from "./check-upload.service.ts";
import { takeUploadFrames } from "./take-frames.service.ts";

/** An ffprobe that gets killed, as if memory ran out, until the test repairs it. */
const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-ended-"));
const ffprobe = path.join(folder, "ffprobe");
const mended = path.join(folder, "mended");
writeFileSync(ffprobe, `#!/bin/sh\n[ -e ${mended} ] && exec ffprobe "$@"\nkill -TERM $$\n`);
chmodSync(ffprobe, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const testApp = await createTestApp({ FFPROBE_PATH: ffprobe });

test("a file we failed to check is reported as such; it can be published, and is checked then", async () => {
  const maya = await testApp.person("maya", { plan: "Individual" });
  const id = await uploadBytes(maya, await testApp.clip());
  const look = () => maya.call(uploadRoutes.one, { params: { id } });
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect((await look()).check).toBeNull();
    await testApp.settle();
    await expect.poll(lockedJobs).toBe(0);
    await testApp.deps.pool.query("update graphile_worker._private_jobs set run_at = now()");
  }
  const { check, frames } = await look();
  expect(check).toEqual({
    ok: true,
    message: expect.stringMatching(/could not check this file.*You can publish it anyway/),
    length: null,
  });
  expect(frames).toEqual([]);

  writeFileSync(mended, "");
  const { id: item } = await maya.call(contentRoutes.upload, { body: toUploadForm(testApp.categoryId, id) });
  await testApp.settle();
  const made = await maya.call(contentRoutes.one, { params: { id: item } });
  expect(made).toMatchObject({ state: "ready", length: expect.closeTo(2, 0) });
  expect(made.frames).toHaveLength(3);
});

async function lockedJobs(): Promise<number> {
  const { rows } = await testApp.deps.pool.query<{ locked: number }>(
    "select count(*) as locked from graphile_worker._private_jobs where locked_at is not null",
  );
  return rows[0]?.locked ?? 0;
}

test("an upload canceled while it is checked is left alone", async () => {
  const kai = await testApp.person("kai", { plan: "Individual" });
  const id = await uploadBytes(kai, playbook(1), "playbook.pdf", "document");
  const { uploads } = testApp.deps;
  const canceling: typeof uploads = Object.assign(Object.create(uploads), {
    async copyTo(uploadId: string, target: string) {
      const isThere = await uploads.copyTo(uploadId, target);
      await kai.call(uploadRoutes.cancel, { params: { id } });
      return isThere;
    },
  });
  await checkUpload({ ...testApp.deps, uploads: canceling }, id, new AbortController().signal);
  const { rows } = await testApp.deps.pool.query("select from unpublished_media where upload_id = $1", [id]);
  expect(rows).toEqual([]);
});

test("an upload canceled while its pictures are stored leaves none of them behind", async () => {
  writeFileSync(mended, "");
  const lou = await testApp.person("lou", { plan: "Individual" });
  const { deps } = testApp;
  const signal = AbortSignal.timeout(60_000);
  const canceling: typeof deps.storage = Object.assign(Object.create(deps.storage), {
    async put(...args: Parameters<typeof deps.storage.put>) {
      const [, id = ""] = args[0].split("/");
      if (await deps.uploads.offsetOf(id)) await lou.call(uploadRoutes.cancel, { params: { id } });
      await deps.storage.put(...args);
    },
  });
  const image = await uploadImage(lou, await drawPhoto(160, 80));
  await checkUpload({ ...deps, storage: canceling }, image, signal);
  const video = await uploadBytes(lou, await testApp.clip());
  const check = await checkVideoFile(deps, (target) => deps.uploads.copyTo(video, target), signal);
  if (!check.isUsable) throw new Error(check.fault);
  await takeUploadFrames({ ...deps, storage: canceling }, video, check.source, signal);
  for (const id of [image, video]) {
    expect(await deps.uploads.offsetOf(id)).toBeNull();
    expect(await deps.storage.list(`uploads/${id}/`)).toEqual([]);
  }
});

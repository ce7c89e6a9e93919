import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { contentRoutes } from "@app/contract/contents";
import { uploadRoutes } from "@app/contract/uploads";
import { afterAll, expect, test } from "vitest";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";

/** An ffprobe that gets killed, as if memory ran out, until the test repairs it. */
const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-ended-"));
const ffprobe = path.join(folder, "ffprobe");
const mended = path.join(folder, "mended");
writeFileSync(ffprobe, `#!/bin/sh\n[ -e ${mended} ] && exec ffprobe "$@"\nkill -TERM $$\n`);
chmodSync(ffprobe, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const testApp = await createTestApp({ FFPROBE_PATH: ffprobe });

test("a file we failed to check says so; it can be published and is checked then", async () => {
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

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { contentRoutes } from "@app/contract/contents";
import { afterAll, expect, test } from "vitest";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";

/** An ffprobe that records how often it is asked to identify a file. */
const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-counted-"));
const ffprobe = path.join(folder, "ffprobe");
const calls = path.join(folder, "calls");
writeFileSync(ffprobe, `#!/bin/sh\ncase "$*" in *codec_type*) echo >> ${calls} ;; esac\nexec ffprobe "$@"\n`);
writeFileSync(calls, "");
chmodSync(ffprobe, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const testApp = await createTestApp({ FFPROBE_PATH: ffprobe });
const asked = () => readFileSync(calls, "utf8").length;

test("processing reuses what the upload check found", async () => {
  const maya = await testApp.person("maya", { plan: "Individual" });
  const upload = await uploadBytes(maya, await testApp.clip());
  await testApp.settle();
  expect(asked()).toBe(1);
  const body = toUploadForm(testApp.categoryId, upload);
  expect(await maya.call(contentRoutes.upload, { body })).toMatchObject({ state: "ready", length: expect.any(Number) });
});

test("processing probes the file again if another release stored a result we cannot read", async () => {
  const nia = await testApp.person("nia", { plan: "Individual" });
  const before = asked();
  const upload = await uploadBytes(nia, await testApp.clip());
  await testApp.deps.pool.query(`
    create function older_release() returns trigger language plpgsql as $$
    begin new.source := new.source - 'widthPx'; return new; end $$;
    create trigger older_release before insert on unpublished_media for each row execute function older_release()`);
  await testApp.settle();
  expect(asked()).toBe(before + 2);
  const body = toUploadForm(testApp.categoryId, upload);
  expect((await nia.call(contentRoutes.upload, { body })).state).toBe("ready");
});

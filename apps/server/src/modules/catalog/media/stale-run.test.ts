import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { contentRoutes } from "@app/contract/contents";
import { type ContentId, contentId } from "@app/contract/ids";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { purgeContent } from "#modules/catalog/contents/contents-maintenance.service.ts";
import { checkUpload } from "#modules/catalog/uploads/check-upload.service.ts";
import { failFrames } from "#modules/catalog/uploads/take-frames.service.ts";
import { LeaseLostError } from "#platform/jobs/leases.ts";
import type { TestPerson } from "#testing/people.ts";
import { queueVideo } from "#testing/queued-video.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";
import { failMedia } from "./fail-media.service.ts";
import { processContentVideo } from "./process-video.service.ts";

/** An ffmpeg whose first ladder waits for the test, so that its worker seems dead. */
const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-held-"));
const at = (name: string) => path.join(folder, name);
writeFileSync(
  at("ffmpeg"),
  `#!/bin/sh
case "$*" in *hls*)
  if mkdir ${at("held")} 2>/dev/null; then
    while [ ! -e ${at("go")} ]; do sleep 0.05; done
    [ -e ${at("break")} ] && exit 1
  fi ;;
esac
exec ffmpeg "$@"
`,
);
chmodSync(at("ffmpeg"), 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  for (const name of ["held", "go", "break"]) rmSync(at(name), { recursive: true, force: true });
});

const testApp = await createTestApp({ FFMPEG_PATH: at("ffmpeg") });
const { deps } = testApp;
const never = new AbortController().signal;

const queued = (owner: TestPerson) => queueVideo(testApp, owner);

const work = (id: ContentId) => processContentVideo(deps, { content_id: id, frame: null }, never);

/** A run that is stuck in the middle of its ladder. @returns a function that lets it finish */
async function startHeldRun(id: ContentId): Promise<() => Promise<void>> {
  const run = work(id);
  await expect.poll(() => existsSync(at("held"))).toBe(true);
  return () => {
    writeFileSync(at("go"), "");
    return run;
  };
}

async function row(id: ContentId): Promise<Record<string, unknown>> {
  const { rows } = await deps.pool.query("select * from contents where id = $1", [id]);
  return rows[0];
}

async function expectOneWholeRun(id: ContentId): Promise<void> {
  const { run, state, is_playable, has_preview, fault } = await row(id);
  expect({ state, is_playable, has_preview, fault }).toEqual({
    state: "ready",
    is_playable: true,
    has_preview: true,
    fault: null,
  });
  const keys = await deps.storage.list(`contents/${id}/`);
  expect(new Set(keys.map((key) => key.split("/")[2]))).toEqual(new Set([run, "original"]));
  const { rows } = await deps.pool.query("select distinct run from renditions where content_id = $1", [id]);
  expect(rows).toEqual([{ run }]);
}

describe("a run that was believed dead", () => {
  test("changes nothing and leaves no files if it resumes after another run has finished the item", async () => {
    const id = await queued(await testApp.person("maya", { plan: "Individual" }));
    const goOn = await startHeldRun(id);
    await work(id);
    const made = await row(id);
    await goOn();
    expect(await row(id)).toEqual(made);
    await expectOneWholeRun(id);
  });

  test("does not fail the finished item if its own file turns out to be broken", async () => {
    const id = await queued(await testApp.person("nia", { plan: "Individual" }));
    const goOn = await startHeldRun(id);
    await work(id);
    writeFileSync(at("break"), "");
    await goOn();
    await failMedia(deps, id);
    await expectOneWholeRun(id);
  });

  test("does not bring the item back after it was given up; a retry does", async () => {
    const owner = await testApp.person("ola", { plan: "Individual" });
    const id = await queued(owner);
    const goOn = await startHeldRun(id);
    await failMedia(deps, id);
    await goOn();
    expect(await row(id)).toMatchObject({ state: "failed", is_playable: false });
    await owner.call(contentRoutes.retry, { params: { id } });
    await testApp.settle();
    await expectOneWholeRun(id);
  });

  test("leaves no files if its item was purged meanwhile", async () => {
    const id = await queued(await testApp.person("pam", { plan: "Individual" }));
    const goOn = await startHeldRun(id);
    await purgeContent(deps, id);
    await goOn();
    expect(await deps.storage.list(`contents/${id}/`)).toEqual([]);
  });

  test("does not claim the item if it has lost its job", async () => {
    const id = await queued(await testApp.person("quin", { plan: "Individual" }));
    const before = await row(id);
    const lease = {
      require: async () => {
        throw new LeaseLostError();
      },
    };
    const run = processContentVideo(deps, { content_id: id, frame: null }, never, lease);
    await expect(run).rejects.toThrow(LeaseLostError);
    expect(await row(id)).toEqual(before);
  });
});

describe("a run that was believed dead, for an unpublished upload", () => {
  /** Checked, with its processing removed from the queue and no frames for the ladder to wait for. */
  async function checked(owner: TestPerson): Promise<{ upload: string; id: ContentId }> {
    const upload = await uploadBytes(owner, await testApp.clip());
    await checkUpload(deps, upload, never);
    await deps.pool.query("delete from graphile_worker._private_jobs");
    await failFrames(deps, upload);
    return { upload, id: contentId.parse((await unpublished(upload))["content_id"]) };
  }

  async function unpublished(upload: string): Promise<Record<string, unknown>> {
    const { rows } = await deps.pool.query("select * from unpublished_media where upload_id = $1", [upload]);
    return rows[0];
  }

  test("changes nothing about another run's result, and leaves no files", async () => {
    const owner = await testApp.person("rik", { plan: "Individual" });
    const { upload, id } = await checked(owner);
    const goOn = await startHeldRun(id);
    await work(id);
    const made = await unpublished(upload);
    expect(made).toMatchObject({ state: "ready", has_preview: true });
    await goOn();
    expect(await unpublished(upload)).toEqual(made);
    const runs = new Set((await deps.storage.list(`contents/${id}/`)).map((key) => key.split("/")[2]));
    expect(runs).toEqual(new Set([made["run"]]));

    await owner.call(contentRoutes.upload, { body: toUploadForm(testApp.categoryId, upload) });
    await testApp.settle();
    await expectOneWholeRun(id);
  });

  test("changes nothing about the item it became meanwhile", async () => {
    const owner = await testApp.person("sam", { plan: "Individual" });
    const { upload, id } = await checked(owner);
    const goOn = await startHeldRun(id);
    await work(id);
    await owner.call(contentRoutes.upload, { body: toUploadForm(testApp.categoryId, upload) });
    await testApp.settle();
    const made = await row(id);
    writeFileSync(at("break"), "");
    await goOn();
    expect(await row(id)).toEqual(made);
    await expectOneWholeRun(id);
  });

  test("leaves nothing behind after it was given up; publishing starts over", async () => {
    const owner = await testApp.person("tom", { plan: "Individual" });
    const { upload, id } = await checked(owner);
    const goOn = await startHeldRun(id);
    await failMedia(deps, id);
    await goOn();
    expect(await deps.storage.list(`contents/${id}/`)).toEqual([]);
    const item = await owner.call(contentRoutes.upload, { body: toUploadForm(testApp.categoryId, upload) });
    expect(item.id).not.toBe(id);
    await testApp.settle();
    await expectOneWholeRun(item.id);
  });
});

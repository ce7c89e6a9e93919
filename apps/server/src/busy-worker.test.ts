import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { contentRoutes } from "@app/contract/contents";
import { uploadRoutes } from "@app/contract/uploads";
import { afterAll, expect, test } from "vitest";
import { startWorker } from "#platform/jobs/worker.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";
import { allJobs } from "./domains.ts";

const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-endless-"));
const endless = path.join(folder, "ffmpeg");
writeFileSync(endless, '#!/bin/sh\ncase "$*" in *hls*) while :; do sleep 1; done ;; *) exec ffmpeg "$@" ;; esac\n');
chmodSync(endless, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A ladder takes as long here as the test does. */
const testApp = await createTestApp({ FFMPEG_PATH: endless });

test("a reset mail leaves, and a new upload is looked at, while four films are being processed", async () => {
  const filmer = await testApp.person("filmer", { plan: "Individual" });
  await testApp.person("forgetful");
  const clip = await testApp.clip();
  const send = () => uploadBytes(filmer, clip);
  const stop = await startWorker(testApp.deps, allJobs);
  try {
    const films = [];
    for (let film = 0; film < 4; film++) {
      const body = toUploadForm(testApp.categoryId, await send());
      films.push(await filmer.call(contentRoutes.upload, { body }));
    }
    const processing = async () => {
      const { rows } = await testApp.deps.pool.query("select 1 from contents where run is not null");
      return rows.length;
    };
    await expect.poll(processing).toBe(2);

    await testApp.visitor.send("POST", "/api/v1/forgot-password", { body: { email_or_username: "forgetful" } });
    const mails = async () => {
      const reply = await testApp.visitor.send("GET", "/dev/mailbox.json?to=forgetful@people.test");
      return JSON.parse(reply.text) as unknown[];
    };
    await expect.poll(async () => (await mails()).length).toBe(1);

    const id = await send();
    const check = async () => (await filmer.call(uploadRoutes.one, { params: { id } })).check?.ok;
    await expect.poll(check).toBe(true);
    for (const { id: film } of films)
      expect(await filmer.call(contentRoutes.one, { params: { id: film } })).toMatchObject({ state: "processing" });
  } finally {
    await stop();
  }
});

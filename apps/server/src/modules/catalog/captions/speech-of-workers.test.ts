import { CAPTIONS_MESSAGES, captionRoutes } from "@app/contract/captions";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import { startWorker } from "#platform/jobs/worker.ts";
import { joinLive } from "#testing/live-client.ts";
import { createTestApp } from "#testing/test-app.ts";
import { failWithoutEngineJob, findSilencesJob, recognizeSpeechJob } from "./speech.jobs.ts";

/** A web process without anything that recognizes speech. */
const web = await createTestApp({ FFMPEG_PATH: "/nowhere/ffmpeg" });

test("automatic captions are offered in the languages of the workers that run, whatever the web process has", async () => {
  const maya = await web.person("maya", { plan: "Individual" });
  const { id } = await web.publishes(maya, "Cup final");
  const show = () => maya.call(captionRoutes.speech, { params: { id } });
  const toRequest = (language: "en" | "es" | "fr") => ({ params: { id }, body: { language } });
  expect(await show()).toMatchObject({ is_available: false, languages: [] });

  // One knows a language that this release does not.
  const stops = [
    await startWorker(web.deps, [findSilencesJob], { speechLanguages: ["es", "en", "tlh"], renewEveryMs: 20 }),
    await startWorker(web.deps, [findSilencesJob], { speechLanguages: ["en"], renewEveryMs: 20 }),
  ];
  await expect.poll(show).toMatchObject({ is_available: true, languages: ["en", "es"] });
  // Renewing a row that was deleted writes it again as it was.
  await web.deps.pool.query("delete from workers");
  await expect.poll(show).toMatchObject({ is_available: true, languages: ["en", "es"] });
  await maya.call(captionRoutes.recognize, toRequest("en"));
  const unknown = await maya.refused(captionRoutes.recognize, toRequest("fr"));
  expect(unknown.errors).toEqual({ language: [CAPTIONS_MESSAGES.otherLanguage] });

  for (const stop of stops) await stop();
  await web.deps.pool.query("update workers set seen_at = now() - interval '2 minutes'");
  expect(await show()).toMatchObject({ is_available: false, languages: [] });
  const refused = await maya.refused(captionRoutes.recognize, toRequest("es"));
  expect([refused.code, refused.message]).toEqual([503, CAPTIONS_MESSAGES.noEngine]);
});

test("a worker takes only requests in the languages that it recognizes", async () => {
  const ana = await web.person("ana", { plan: "Individual" });
  const { id } = await web.publishes(ana, "Training day");
  const show = () => ana.call(captionRoutes.speech, { params: { id } });
  const requests = async () => (await show()).requests;
  const done: string[] = [];
  const next = defineJob({
    name: "test:next",
    lane: "speech",
    payload: z.object({}),
    attempts: 1,
    timeoutMs: 60_000,
    run: async () => void done.push("next"),
  });
  // Elsewhere, and busy.
  const stopSpanish = await startWorker(web.deps, [findSilencesJob], { speechLanguages: ["es"] });
  await expect.poll(show).toMatchObject({ languages: ["es"] });
  await ana.call(captionRoutes.recognize, { params: { id }, body: { language: "es" } });
  await enqueue(web.deps.sql, next, {});
  const stopEnglish = await startWorker(web.deps, [recognizeSpeechJob, next], { speechLanguages: ["en"] });
  await expect.poll(() => done).toEqual(["next"]);
  expect(await requests()).toEqual([{ language: "es", fault: null }]);
  await stopEnglish();

  const stopIdle = await startWorker(web.deps, [recognizeSpeechJob], { speechLanguages: ["es"] });
  // Its engine is gone by now.
  await expect.poll(requests).toEqual([{ language: "es", fault: CAPTIONS_MESSAGES.noEngine }]);
  for (const stop of [stopSpanish, stopIdle]) await stop();
});

test.each([
  ["another engine", "{en}", [null, CAPTIONS_MESSAGES.noEngine]],
  ["none at all", "{}", [CAPTIONS_MESSAGES.noEngine, CAPTIONS_MESSAGES.noEngine]],
])(
  "when the workers have %s, requests fail whose engine is gone for good, and their jobs go",
  async (name, speechLanguages, faults) => {
    const leo = await web.person(`leo${name.length}`, { plan: "Individual" });
    const { id } = await web.publishes(leo, "Last lap");
    const stop = await startWorker(web.deps, [findSilencesJob], { speechLanguages: ["en", "es"] });
    const show = () => leo.call(captionRoutes.speech, { params: { id } });
    const faultsNow = async () => (await show()).requests.map(({ fault }) => fault);
    await expect.poll(async () => (await show()).languages).toHaveLength(2);
    for (const language of ["en", "es"] as const)
      await leo.call(captionRoutes.recognize, { params: { id }, body: { language } });
    await stop();
    await web.deps.pool.query("update workers set speech_languages = $1, seen_at = now()", [speechLanguages]);
    const fail = () =>
      failWithoutEngineJob.run(web.deps, {}, new AbortController().signal, { require: async () => undefined });
    await fail();
    expect(await faultsNow()).toEqual([null, null]);
    await web.deps.pool.query("update automatic_captions set requested_at = now() - interval '3 days'");
    const page = await joinLive(web.origin, leo, leo.accountId, { origin: web.deps.config.publicUrl });
    await fail();
    await page.next("processing.changed");
    expect(await faultsNow()).toEqual(faults);
    const { rows: waiting } = await web.deps.pool.query(
      "select from graphile_worker._private_jobs where payload ->> 'content_id' = $1 and payload ->> 'language' is not null",
      [id],
    );
    expect(waiting).toHaveLength(faults.filter((fault) => fault === null).length);
  },
);

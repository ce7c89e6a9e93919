import { chmod, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createFolderStorage } from "#platform/storage/folder-storage.ts";
import type { Storage } from "#platform/storage/storage.ts";
import { choosePlan } from "./choose-plan.ts";
import { probeSource } from "./probe.ts";
import { MediaFault } from "./source-facts.ts";
import { h264, hasFfmpeg, openClips, picture, tools } from "./testing/clips.ts";
import { placeSource } from "./testing/ladders.ts";
import { isDead } from "./testing/processes.ts";
import { transcode } from "./transcode.ts";

const clips = openClips();
afterAll(() => clips.remove());

const never = new AbortController().signal;
const store = createFolderStorage(path.join(clips.folder, "store"));

/** A fake ffmpeg. */
async function fake(name: string, script: string): Promise<string> {
  const file = path.join(clips.folder, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

/** The real ffmpeg, which stores its process id in its folder. */
const LEAVING_ITS_ID = 'echo $$ > pid; exec ffmpeg "$@"';

async function start(
  ffmpegPath: string,
  more: { storage?: Storage; signal?: AbortSignal; onProgress?: () => void } = {},
): Promise<{ folder: string; end: Promise<unknown> }> {
  const file = await clips.make("minute.mp4", [...picture("320x180", 25, 60), ...h264(250, "-pix_fmt", "yuv444p")]);
  const folder = await placeSource(clips.folder, file);
  const source = await probeSource(tools, folder, never);
  const plan = await choosePlan(tools, source, { folder, signal: never });
  const end = transcode(
    { tools: { ...tools, ffmpegPath }, storage: more.storage ?? store },
    { source, plan },
    { folder, prefix: "run", signal: more.signal ?? never },
    { onProgress: more.onProgress ?? (() => undefined), onPlayable: async () => undefined },
  );
  return { folder, end };
}

describe.skipIf(!hasFfmpeg)("a transcode ends", () => {
  test("with its signal's reason, and ends ffmpeg too", async () => {
    const stop = new AbortController();
    const { folder, end } = await start(await fake("aborted", LEAVING_ITS_ID), {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error("the machine goes down")),
    });
    await expect(end).rejects.toThrow("the machine goes down");
    expect(isDead(Number(await readFile(path.join(folder, "pid"), "utf8")))).toBe(true);
  });

  test("with the error of failing storage, and ends ffmpeg too", async () => {
    const full: Storage = { ...store, putFile: () => Promise.reject(new Error("no space left")) };
    const { folder, end } = await start(await fake("stored", LEAVING_ITS_ID), { storage: full });
    await expect(end).rejects.toThrow("no space left");
    expect(isDead(Number(await readFile(path.join(folder, "pid"), "utf8")))).toBe(true);
  });

  test.each([
    ["gives up", "exit 1", /cannot be read to its end/],
    ["crashes", "kill -SEGV $$", /cannot be read to its end/],
    ["exceeds its CPU limit", "kill -KILL $$", /too demanding to process/],
    ["is missing", "exit 127", /not installed/],
    ["may not be executed", "exit 126", /not installed/],
  ])("with a message for the owner if ffmpeg %s", async (name, script, message) => {
    const { end } = await start(await fake(name.replaceAll(" ", "-"), script));
    const fault = await end.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(fault).toBeInstanceOf(MediaFault);
    expect(String(fault)).toMatch(message);
  });

  test.each([
    ["a signal", "kill -TERM $$"],
    ["a signal it handles", "exit 255"],
    ["a full disk", 'echo "Error muxing a packet: No space left on device" >&2; exit 228'],
  ])("with a retryable error if ffmpeg is stopped by %s", async (name, script) => {
    const { end } = await start(await fake(name.replaceAll(" ", "-"), script));
    const fault = await end.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(fault).toBeInstanceOf(Error);
    expect(fault).not.toBeInstanceOf(MediaFault);
  });
});

import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { ContentId } from "@app/contract/ids";
import { inject } from "vitest";
import { runFolder } from "#modules/catalog/contents/contents.presenter.ts";
import type { MadeRendition } from "#modules/catalog/contents/contents-media.sql.ts";
import { finishRun } from "#modules/catalog/media/finish-run.service.ts";
import { writeFrames } from "#modules/catalog/media/make-extras.service.ts";
import { claimMedia, startRun, writeAsRun } from "#modules/catalog/media/media-run.service.ts";
import { placeSource } from "#modules/catalog/media/source-file.service.ts";
import { createScratch } from "#platform/data-folder.ts";
import type { Deps } from "#platform/deps.ts";

/** What the pipeline made of a clip; the files lie beside it, by their names in the folder of a run. */
type Made = {
  begun: { lengthMs: number | null; widthPx: number | null; heightPx: number | null; warning: string | null };
  renditions: MadeRendition[];
  files: { name: string; contentType: string }[];
};

/**
 * Makes a published clip ready. The first time in a run of the tests the queued job does it, which costs seconds of
 * ffmpeg. From then on its files are copied, and the pipeline's own functions write the rows.
 * @param clip which one: each has the same bytes in all tests
 */
export async function processClip(
  deps: Deps,
  id: ContentId,
  settle: () => Promise<void>,
  clip: "two-seconds" | "gray" = "two-seconds",
): Promise<void> {
  const kept = path.join(inject("runFolder"), clip);
  const made = await readMade(kept);
  if (made) await copyMade(deps, { id, kept, made });
  await settle();
  if (!made) await keepMade(deps, id, kept);
}

function readMade(kept: string): Promise<Made | null> {
  return readFile(path.join(kept, "made.json"), "utf8").then(
    (text) => JSON.parse(text),
    () => null,
  );
}

async function keepMade({ sql, storage }: Deps, id: ContentId, kept: string): Promise<void> {
  const item = await sql.selectFrom("contents").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const prefix = `${runFolder(id, item.run ?? "")}/`;
  // Concurrent test files each keep their own; the rename is atomic.
  const own = `${kept}.${randomBytes(4).toString("hex")}`;
  const files: Made["files"] = [];
  for (const key of await storage.list(prefix)) {
    const name = key.slice(prefix.length);
    const [about, body] = [await storage.head(key), await storage.read(key)];
    if (!about || !body) throw new Error(`${key} was not made`);
    await mkdir(path.dirname(path.join(own, name)), { recursive: true });
    await writeFile(path.join(own, name), await buffer(body));
    files.push({ name, contentType: about.contentType });
  }
  const renditions = await sql
    .selectFrom("renditions")
    .select(["width_px as widthPx", "height_px as heightPx", "video_kbps as videoKbps", "is_copied as isCopied"])
    .where("content_id", "=", id)
    .execute();
  const begun = {
    lengthMs: item.length_ms,
    widthPx: item.width_px,
    heightPx: item.height_px,
    warning: item.warning,
  };
  await writeFile(path.join(own, "made.json"), JSON.stringify({ begun, renditions, files } satisfies Made));
  await rename(own, kept).catch(() => rm(own, { recursive: true }));
}

async function copyMade(deps: Deps, from: { id: ContentId; kept: string; made: Made }): Promise<void> {
  const { id, kept } = from;
  const { begun, renditions, files } = from.made;
  const media = await claimMedia(deps.sql, id);
  if (!media) throw new Error("the clip cannot be processed");
  const run = randomBytes(8).toString("hex");
  await startRun(deps.sql, media, { run, ...begun });
  const keyOf = (name: string) => `${runFolder(id, run)}/${name}`;
  for (const { name, contentType } of files)
    await deps.storage.put(keyOf(name), await readFile(path.join(kept, name)), { contentType });
  const frames = files.filter(({ name }) => /^frame-\d\.webp$/.test(name)).map(({ name }) => keyOf(name));
  await writeFrames(deps.sql, media, frames);
  const scratch = await createScratch(deps.config.dataDir);
  try {
    await placeSource(deps, media, scratch);
    await finishRun(deps, media, scratch.folder, { run, renditions, warning: begun.warning });
  } finally {
    await scratch.remove();
  }
  await writeAsRun(deps.sql, media, { has_preview: true, has_storyboard: true });
}

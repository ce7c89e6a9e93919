import { appendFile, rm } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { runFolder } from "#modules/catalog/contents/contents.service.ts";
import type { Deps } from "#platform/deps.ts";
import { type MediaRecord, writeAsRun } from "./media-run.service.ts";
import { chooseRenditions } from "./pipeline/ladder.ts";
import { readSegments } from "./pipeline/playlists.ts";
import { cutPreview } from "./pipeline/preview.ts";
import type { SourceFacts } from "./pipeline/probe.ts";
import { chooseGrid, drawSheets, toStoryboardVtt } from "./pipeline/storyboard.ts";
import type { Tools } from "./pipeline/tools.ts";

type Work = {
  media: MediaRecord;
  run: string;
  source: SourceFacts;
  folder: string;
  tools: Tools;
  signal: AbortSignal;
};

const LOWEST = "lowest.mp4";
const PREVIEW = "preview.mp4";

/** Storyboard and preview clip of a video whose ladder is complete. @throws StaleRunError */
export async function makeExtras(deps: Pick<Deps, "sql" | "storage">, work: Work): Promise<void> {
  await makePreview(deps, work);
  await makeStoryboard(deps, work);
  await writeAsRun(deps.sql, work.media, { has_preview: true, has_storyboard: true });
}

async function makePreview(deps: Pick<Deps, "storage">, work: Work): Promise<void> {
  await cutPreview(work.tools, work.source, { ...work, name: PREVIEW });
  const key = `${runFolder(work.media.id, work.run)}/${PREVIEW}`;
  await deps.storage.putFile(key, path.join(work.folder, PREVIEW), { contentType: "video/mp4" });
}

async function makeStoryboard(deps: Pick<Deps, "storage">, work: Work): Promise<void> {
  const folder = runFolder(work.media.id, work.run);
  const [lowest] = chooseRenditions(work.source);
  await gather(deps, `${folder}/hls/`, lowest?.name ?? "", work.folder);
  const grid = chooseGrid(work.source);
  const sheets = await drawSheets(work.tools, LOWEST, grid, work);
  for (const [at, sheet] of sheets.entries())
    await deps.storage.put(`${folder}/storyboard/sheet-${at}.webp`, sheet, { contentType: "image/webp" });
  const cues = toStoryboardVtt(grid, work.source.lengthMs);
  await deps.storage.put(`${folder}/storyboard/storyboard.vtt`, cues, { contentType: "text/vtt; charset=utf-8" });
}

/** An init segment and its media segments, one after the other, are a file that plays (ISO/IEC 14496-12, section 8.8). */
async function gather(deps: Pick<Deps, "storage">, prefix: string, name: string, folder: string): Promise<void> {
  const target = path.join(folder, LOWEST);
  await rm(target, { force: true });
  const playlist = await deps.storage.read(`${prefix}${name}.m3u8`);
  const segments = playlist ? readSegments(await text(playlist)) : [];
  for (const key of [`init_${name}.mp4`, ...segments.map((segment) => segment.name)].map((file) => prefix + file)) {
    const body = await deps.storage.read(key);
    if (!body) throw new Error(`missing ${key}`);
    for await (const chunk of body) await appendFile(target, chunk);
  }
}

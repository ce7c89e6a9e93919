import { randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { toSearchText } from "@app/contract/document-search";
import { outlineEntry, pageLink, pageWord } from "@app/contract/documents";
import type { ContentId } from "@app/contract/ids";
import sharp from "sharp";
import { z } from "zod";
import { runFolder } from "#modules/catalog/contents/contents.presenter.ts";
import { storeThumbnailSizes } from "#modules/catalog/contents/pictures.service.ts";
import { finishRun } from "#modules/catalog/media/finish-run.service.ts";
import { writeFrames } from "#modules/catalog/media/make-extras.service.ts";
import {
  claimMedia,
  endRun,
  endUnclaimed,
  type MediaRecord,
  removeStaleFiles,
  reportMade,
  startRun,
  writeAsRun,
} from "#modules/catalog/media/media-run.service.ts";
import { placeSource } from "#modules/catalog/media/source-file.service.ts";
import { createScratch } from "#platform/data-folder.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { Lease } from "#platform/jobs/jobs.ts";
import { type DocumentLoss, describeLoss, pageImageNames } from "./documents.policy.ts";
import { insertDocument, insertPages, type NewPage } from "./documents.sql.ts";
import { OUTLINE_NAME, PAGE_WIDTHS } from "./render/page-files.ts";
import { inspectDocument, type RenderedPage, renderDocument } from "./render/render-document.ts";

/** From this page on, the document can be read while the other pages are drawn. */
const FIRST_PAGES = 3;
const WEBP = { contentType: "image/webp" };
const THUMBNAIL = { width: 1_280, height: 720 };

const pageText = z.object({ words: z.array(pageWord), links: z.array(pageLink) });

type Work = { media: MediaRecord; folder: string; run: string; pageCount: number };

/**
 * Makes the pages of a document, whether an item or an upload that is not published yet. After a killed worker, a call
 * starts again in a new folder.
 * @param lease of the job; omit it only if nobody else can be working on the document
 */
export async function processDocument(deps: Deps, id: ContentId, signal: AbortSignal, lease?: Lease): Promise<void> {
  const media = await claimMedia(deps.sql, id, lease);
  if (!media) return endUnclaimed(deps, id);
  const scratch = await createScratch(deps.config.dataDir);
  try {
    await placeSource(deps, media, scratch);
    await makePages(deps, media, scratch.folder, signal);
    await reportMade(deps, media);
  } catch (error) {
    await endRun(deps, media, error);
  } finally {
    await scratch.remove();
  }
}

async function makePages(deps: Deps, media: MediaRecord, folder: string, signal: AbortSignal): Promise<void> {
  const stale = new AbortController();
  const where = {
    folder,
    searchPath: deps.config.searchPath,
    signal: AbortSignal.any([signal, stale.signal]),
  };
  const { pageCount } = media.document ?? (await inspectDocument(where));
  const run = randomBytes(8).toString("hex");
  const work: Work = { media, folder, run, pageCount };
  if (media.run) await deps.storage.removePrefix(`${runFolder(media.id, media.run)}/`);
  await startRun(deps.sql, media, { run, lengthMs: null, widthPx: null, heightPx: null, warning: null });
  const drawn: RenderedPage[] = [];
  const store = storePages(deps, work, drawn);
  try {
    const onFault = (error: unknown) => stale.abort(error);
    await renderDocument(where, pageCount, {
      onPage: (page) => {
        drawn.push(page);
        store.wake().catch(onFault);
      },
    });
    await finishRun(deps, media, work.folder, { run, renditions: [], warning: describeLoss(await store.settled()) });
  } catch (error) {
    // What is still being stored would make the document readable again after it failed.
    await store.settled().catch(() => undefined);
    // Nobody needs the files of a stale run, however it ended.
    await removeStaleFiles(deps, media.id, run);
    throw error;
  }
}

/** Stores the pages that are drawn, in order, while the next ones are being drawn. */
function storePages(deps: Deps, work: Work, drawn: RenderedPage[]) {
  const loss: DocumentLoss = { unreadable: [], lackingFonts: [], textEndsBefore: null };
  let stored = 0;
  let pending: Promise<void> = Promise.resolve();
  const storeNext = async () => {
    const batch = drawn.splice(0);
    if (batch.length === 0) return;
    const pages: NewPage[] = [];
    for (const page of batch) {
      pages.push(await storePage(deps, work, page));
      if (!page.isReadable) loss.unreadable.push(page.page);
      if (page.lacksFont) loss.lackingFonts.push(page.page);
      if (!page.isTextKept) loss.textEndsBefore ??= page.page;
    }
    const isFirst = stored === 0;
    stored += batch.length;
    await writePages(deps, work, { pages, isFirst, stored });
    if (isFirst) await storeThumbnail(deps, work);
  };
  return {
    wake: () => {
      pending = pending.then(storeNext);
      return pending;
    },
    async settled(): Promise<DocumentLoss> {
      await pending;
      return loss;
    },
  };
}

async function storePage(deps: Pick<Deps, "storage">, work: Work, drawn: RenderedPage): Promise<NewPage> {
  const { page, widthPx, heightPx } = drawn;
  const names = pageImageNames(page);
  const prefix = `${runFolder(work.media.id, work.run)}/`;
  for (const [index, name] of [names.thumbnail, names.medium, names.large].entries()) {
    const file = path.join(work.folder, `${page}-${PAGE_WIDTHS[index]}.webp`);
    await deps.storage.put(`${prefix}${name}`, await readFile(file), WEBP);
    // The first one becomes the thumbnail of the document.
    if (page > 1) await rm(file);
  }
  const text = await readJson(pageText, path.join(work.folder, `${page}.json`));
  return { page, width_px: widthPx, height_px: heightPx, ...text, search_text: toSearchText(text.words) };
}

type Written = { pages: readonly NewPage[]; isFirst: boolean; stored: number };

/** @throws StaleRunError */
async function writePages(deps: Deps, work: Work, { pages, isFirst, stored }: Written): Promise<void> {
  const { media, run, pageCount } = work;
  const of = { contentId: media.id, run };
  const outline = isFirst ? await readJson(z.array(outlineEntry), path.join(work.folder, OUTLINE_NAME)) : [];
  await inTransaction(deps.sql, async (tx) => {
    // First, because it locks the row that says which run counts.
    await writeAsRun(tx, media, {
      progress: Math.floor((99 * stored) / pageCount),
      is_playable: stored >= Math.min(FIRST_PAGES, pageCount),
    });
    if (isFirst) await insertDocument(tx, of, { page_count: pageCount, outline });
    await insertPages(tx, of, pages);
  });
}

/** The upper part of the first page. @throws StaleRunError */
async function storeThumbnail(deps: Pick<Deps, "sql" | "storage">, work: Work): Promise<void> {
  const first = await readFile(path.join(work.folder, `1-${PAGE_WIDTHS[2]}.webp`));
  const picture = await sharp(first)
    .resize({ ...THUMBNAIL, fit: "cover", position: "top" })
    .webp({ quality: 82 })
    .toBuffer();
  const key = `${runFolder(work.media.id, work.run)}/frame-0.webp`;
  await deps.storage.put(key, picture, WEBP);
  await storeThumbnailSizes(deps, key, picture);
  await writeFrames(deps.sql, work.media, [key]);
}

/** @throws ZodError if the drawing process was made to write something else */
async function readJson<Value>(schema: z.ZodType<Value>, file: string): Promise<Value> {
  return schema.parse(JSON.parse(await readFile(file, "utf8")));
}

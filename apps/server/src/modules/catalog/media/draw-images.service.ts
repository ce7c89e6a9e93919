import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { IMAGE_SET_MESSAGES } from "@app/contract/images";
import {
  type ImageRow,
  isDrawn,
  selectImagesOf,
  setImageDrawn,
  setImageFault,
  setImageOriginal,
  showAddedImage,
} from "#modules/catalog/contents/content-images.sql.ts";
import { imageKey, isOwnPicture, runFolder } from "#modules/catalog/contents/contents.presenter.ts";
import { selectContent } from "#modules/catalog/contents/contents.sql.ts";
import { clearPicturesOfRun, lockItemOfRun } from "#modules/catalog/contents/contents-media.sql.ts";
import { storeThumbnailSizes } from "#modules/catalog/contents/pictures.service.ts";
import { lockChannels } from "#modules/channels/index.ts";
import { createScratch } from "#platform/data-folder.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { enqueue, type Lease } from "#platform/jobs/jobs.ts";
import { isAnimatedPng } from "#platform/pictures/plain-picture.ts";
import { drawLargeJob } from "./draw-larger.jobs.ts";
import {
  drawImageFile,
  FIRST_WIDTHS,
  originalImageKey,
  placeImage,
  type RedrawnImage,
  readImageFile,
  storeVariants,
  toEdit,
} from "./image-file.service.ts";
import {
  claimMedia,
  endRun,
  endUnclaimed,
  finishContent,
  type MediaRecord,
  removeStaleFiles,
  reportMade,
  StaleRunError,
  writeAsRun,
  writeItemAsRun,
} from "./media-run.service.ts";
import { MediaFault } from "./pipeline/source-facts.ts";
import { publishProgress } from "./publish-progress.service.ts";
import { SOURCE_NAME } from "./source-name.ts";
import { updateUnpublished } from "./unpublished-media.sql.ts";

/** For the pictures among which the thumbnail is chosen, and for the thumbnail itself. */
const FRAME_WIDTH_PX = 1_280;
/** The last few percent are for the thumbnail. */
const DRAWN_PER_CENT = 97;

type Work = { media: MediaRecord; run: string; folder: string; signal: AbortSignal };

/**
 * Draws every picture of an item in the formats that every browser shows and the widths of most screens, and publishes
 * it. The largest width and AVIF, which take longer, follow in jobs of their own.
 * @param lease of the job; omit it only if nobody else can be working on the item
 */
export async function drawImages(deps: Deps, contentId: string, signal: AbortSignal, lease?: Lease): Promise<void> {
  const media = await claimMedia(deps.sql, contentId, lease);
  if (!media) return endUnclaimed(deps, contentId);
  const scratch = await createScratch(deps.config.dataDir);
  const run = randomBytes(8).toString("hex");
  try {
    await drawSet(deps, { media, run, folder: scratch.folder, signal });
  } catch (error) {
    await removeStaleFiles(deps, media.id, run).catch((fault: unknown) =>
      deps.log.warn({ err: fault, content: media.id }, "could not remove the files of an ended run"),
    );
    await endRun(deps, media, error);
  } finally {
    await scratch.remove();
  }
}

async function drawSet(deps: Deps, work: Work): Promise<void> {
  const { media, run } = work;
  const before = media.run && `${runFolder(media.id, media.run)}/`;
  await inTransaction(deps.sql, async (tx) => {
    await clearPicturesOfRun(tx, media);
    await writeAsRun(tx, media, { run, state: "processing", fault: null, progress: 0, is_playable: false });
  });
  if (before) await deps.storage.removePrefix(before);
  const images = await selectImagesOf(deps.sql, [media.id]);
  const frames: Frame[] = [];
  for (const image of images) {
    const frame = await drawNamed(deps, work, image, images.length);
    if (media.is_published && !(await setImageDrawn(deps.sql, media, frame.image))) throw new StaleRunError();
    frames.push(frame);
    const progress = Math.floor((frames.length / images.length) * DRAWN_PER_CENT);
    await writeAsRun(deps.sql, media, { progress });
  }
  if (media.is_published) await finishSet(deps, work, frames);
  else await finishRedrawn(deps, work, frames);
}

/** A picture among which the thumbnail is chosen. */
type Frame = { key: string; webp: Buffer; image: RedrawnImage };

/** @throws MediaFault that names the picture, if there are several */
async function drawNamed(deps: Deps, work: Work, image: ImageRow, total: number): Promise<Frame> {
  try {
    return await drawOne(deps, work, image);
  } catch (error) {
    if (error instanceof MediaFault && total > 1)
      throw new MediaFault(`Image ${image.position + 1} (${image.file_name}): ${error.message}`);
    throw error;
  }
}

/** Stores a picture's files and its original. @throws MediaFault it cannot be drawn */
async function drawOne(
  deps: Deps,
  work: Omit<Work, "media"> & { media: { id: string } },
  image: ImageRow,
): Promise<Frame> {
  const { media, folder, signal } = work;
  let original = Promise.resolve();
  try {
    const bytes = await readImageFile((target) => placeImage(deps, image, target), folder);
    const drawing = { ...toEdit(image), widths: FIRST_WIDTHS, formats: ["webp", "jpeg"] as const };
    original = storeImageOriginal(deps, image, folder);
    original.catch(() => undefined);
    const drawn = await drawImageFile(deps, bytes, drawing, { signal, isInBackground: false });
    await storeVariants(deps, work, image, drawn);
    await original;
    const widths = [...new Set(drawn.files.map((file) => file.widthPx))].sort((a, b) => a - b);
    const frame = drawn.files.findLast((file) => file.format === "webp" && file.widthPx <= FRAME_WIDTH_PX);
    if (!frame) throw new Error("a picture was drawn in no width");
    const key = imageKey(runFolder(media.id, work.run), image.name, frame);
    const { widthPx, heightPx, placeholder } = drawn;
    const made = { name: image.name, widthPx, heightPx, placeholder, widths, isAnimated: isAnimatedPng(bytes) };
    return { key, webp: frame.bytes, image: made };
  } finally {
    // Reads the file that is removed here, also after the picture could not be drawn.
    await Promise.allSettled([original]);
    await rm(path.join(folder, SOURCE_NAME), { force: true });
  }
}

/** Moves the file from the uploads to the originals. Does nothing if that is already done. */
async function storeImageOriginal(
  deps: Pick<Deps, "sql" | "storage" | "uploads">,
  image: ImageRow,
  folder: string,
): Promise<void> {
  if (image.original_key !== null) return;
  const key = originalImageKey(image.content_id, image.name);
  await deps.storage.putFile(key, path.join(folder, SOURCE_NAME), { contentType: "application/octet-stream" });
  await setImageOriginal(deps.sql, image, key);
  await deps.uploads.remove(image.upload_id);
}

/**
 * Draws the images that were added to a published set, and shows each as soon as it is drawn. Safe to run twice.
 * @throws any error but that an image cannot be drawn
 */
export async function drawAddedImages(deps: Deps, contentId: string, signal: AbortSignal): Promise<void> {
  const media = await selectContent(deps.sql, contentId);
  const run = media?.run;
  if (!media || !run) return;
  const due = (await selectImagesOf(deps.sql, [contentId])).filter((image) => !isDrawn(image) && image.fault === null);
  const scratch = await createScratch(deps.config.dataDir);
  try {
    for (const image of due) await drawAdded(deps, { media, run, folder: scratch.folder, signal }, image);
    const payload = drawLargeJob.payload.parse({ content_id: contentId, run });
    if (due.length > 0) await enqueue(deps.sql, drawLargeJob, payload, { key: `large:${contentId}` });
  } finally {
    await scratch.remove();
    await removeStaleFiles(deps, contentId, run);
  }
}

type AddedWork = Omit<Work, "media"> & { media: { id: string; channel_id: string } };

async function drawAdded(deps: Deps, work: AddedWork, image: ImageRow): Promise<void> {
  const { media, run } = work;
  try {
    const frame = await drawOne(deps, work, image);
    const isShown = await inTransaction(deps.sql, async (tx) => {
      await lockChannels(tx, [media.channel_id]);
      const isThere = await showAddedImage(tx, { id: media.id, run }, frame.image, frame.key);
      if (isThere) await publishProgress(tx, media.id, { isState: true });
      return isThere;
    });
    if (!isShown) await removeDrawn(deps, work, frame.image);
  } catch (error) {
    if (!(error instanceof MediaFault)) throw error;
    await setImageFault(deps.sql, media.id, image.name, error.message);
    await publishProgress(deps.sql, media.id, { isState: true });
  }
}

/** Does nothing unless its owner removed the image while it was drawn. */
async function removeDrawn(deps: Deps, { media, run }: AddedWork, { name, widths }: RedrawnImage): Promise<void> {
  if ((await selectImagesOf(deps.sql, [media.id])).some((image) => image.name === name)) return;
  const files = (["webp", "jpeg"] as const).flatMap((format) =>
    widths.map((widthPx) => imageKey(runFolder(media.id, run), name, { widthPx, format })),
  );
  for (const key of [...files, originalImageKey(media.id, name)]) await deps.storage.remove(key);
}

/** After the last attempt, which failed because of our own error. */
export async function failAddedImages(deps: Pick<Deps, "sql">, contentId: string): Promise<void> {
  await setImageFault(deps.sql, contentId, null, IMAGE_SET_MESSAGES.ourFault);
  await publishProgress(deps.sql, contentId, { isState: true });
}

/** From here on the item is listed. @throws StaleRunError */
async function finishSet(deps: Deps, { media, run }: Work, frames: readonly Frame[]): Promise<void> {
  const [first] = frames;
  if (!first) throw new Error("an item of type image has no images");
  const item = await lockItemOfRun(deps.sql, media);
  if (!item) throw new StaleRunError();
  const chosen = frames[item.thumbnail_frame ?? 0] ?? first;
  const thumbnail = isOwnPicture(item) ? null : await storeThumbnailSizes(deps, chosen.key, chosen.webp);
  await inTransaction(deps.sql, async (tx) => {
    await finishContent(deps, tx, media, { channelId: item.channel_id, run, renditions: [], warning: null });
    await writeItemAsRun(tx, media, {
      frame_keys: frames.map(({ key }) => key),
      width_px: first.image.widthPx,
      height_px: first.image.heightPx,
      ...thumbnail,
    });
    const payload = drawLargeJob.payload.parse({ content_id: media.id, run });
    await enqueue(tx, drawLargeJob, payload, { key: `large:${media.id}` });
  });
  deps.log.info({ content: media.id, images: frames.length }, "images drawn");
}

/**
 * Viewers see the old pictures until all new ones replace them at once.
 * @throws StaleRunError
 */
async function finishRedrawn(deps: Deps, { media }: Work, frames: readonly Frame[]): Promise<void> {
  for (const { key, webp } of frames) await storeThumbnailSizes(deps, key, webp);
  const made = { state: "ready", progress: 100, is_playable: true } as const;
  const drawn = {
    frame_keys: frames.map(({ key }) => key),
    renditions: JSON.stringify(frames.map((one) => one.image)),
  };
  if (!(await updateUnpublished(deps.sql, media, { ...made, ...drawn }))) throw new StaleRunError();
  await reportMade(deps, media);
}

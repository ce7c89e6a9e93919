import { rm } from "node:fs/promises";
import path from "node:path";
import { IMAGE_WIDTHS, type ImageFormat } from "@app/contract/images";
import {
  addImageWidth,
  type ImageRow,
  isDrawn,
  selectImagesOf,
  setImageHasAvif,
} from "#modules/catalog/contents/content-images.sql.ts";
import { selectContent } from "#modules/catalog/contents/contents.sql.ts";
import { createScratch } from "#platform/data-folder.ts";
import type { Deps } from "#platform/deps.ts";
import type { Drawn } from "#platform/pictures/draw-variants.ts";
import {
  drawImageFile,
  FIRST_WIDTHS,
  placeImage,
  readImageFile,
  removeVariants,
  storeVariants,
  toEdit,
} from "./image-file.service.ts";
import { removeStaleFiles } from "./media-run.service.ts";
import { SOURCE_NAME } from "./source-name.ts";

type Run = { content_id: string; run: string };

/** Draws the pictures of a run in the width that was left out before it was published. */
export async function drawLarge(deps: Deps, drawn: Run, signal: AbortSignal): Promise<void> {
  const widths = IMAGE_WIDTHS.filter((width) => !FIRST_WIDTHS.includes(width));
  await drawMore(deps, drawn, {
    widths,
    formats: ["webp", "jpeg"],
    signal,
    isDue: ({ width_px, widths: had }) => (width_px ?? 0) > Math.max(...had),
    store: (image, { files }) =>
      addImageWidth(deps.sql, { id: drawn.content_id, run: drawn.run, name: image.name }, files[0]?.widthPx ?? 0),
  });
}

/** Draws the pictures of a run as AVIF as well. */
export async function drawAvif(deps: Deps, drawn: Run, signal: AbortSignal): Promise<void> {
  await drawMore(deps, drawn, {
    widths: IMAGE_WIDTHS,
    formats: ["avif"],
    signal,
    isDue: ({ has_avif }) => !has_avif,
    store: ({ name }) => setImageHasAvif(deps.sql, { id: drawn.content_id, run: drawn.run, name }),
  });
}

type More = {
  widths: readonly number[];
  formats: readonly ImageFormat[];
  signal: AbortSignal;
  isDue: (image: ImageRow) => boolean;
  /** @returns false if the image's row is gone, or another run's files count by now */
  store: (image: ImageRow, drawn: Drawn) => Promise<boolean>;
};

/** Does nothing if another run's files count by now. */
async function drawMore(deps: Deps, { content_id, run }: Run, { isDue, store, signal, ...what }: More): Promise<void> {
  const content = await selectContent(deps.sql, content_id);
  if (content?.run !== run) return;
  const scratch = await createScratch(deps.config.dataDir);
  try {
    for (const image of (await selectImagesOf(deps.sql, [content_id])).filter((one) => isDrawn(one) && isDue(one))) {
      const bytes = await readImageFile((target) => placeImage(deps, image, target), scratch.folder);
      const drawn = await drawImageFile(deps, bytes, { ...toEdit(image), ...what }, { signal, isInBackground: true });
      await storeVariants(deps, { media: content, run }, image, drawn);
      await rm(path.join(scratch.folder, SOURCE_NAME), { force: true });
      if (await store(image, drawn)) continue;
      if ((await selectContent(deps.sql, content_id))?.run !== run) break;
      // Its owner removed it meanwhile, or saved the set at that moment, which writes new rows.
      if (!(await isInSet(deps, image))) await removeVariants(deps, { media: content, run }, image, drawn);
      else await store(image, drawn);
    }
  } finally {
    await scratch.remove();
    await removeStaleFiles(deps, content_id, run);
  }
}

async function isInSet({ sql }: Pick<Deps, "sql">, { content_id, name }: ImageRow): Promise<boolean> {
  return (await selectImagesOf(sql, [content_id])).some((image) => image.name === name);
}

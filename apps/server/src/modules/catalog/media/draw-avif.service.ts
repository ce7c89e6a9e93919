import { rm } from "node:fs/promises";
import path from "node:path";
import { IMAGE_WIDTHS } from "@app/contract/images";
import { findContent, findImagesOf, setImageHasAvif } from "#modules/catalog/contents/contents.service.ts";
import { createScratch } from "#platform/data-folder.ts";
import type { Deps } from "#platform/deps.ts";
import { drawImageFile, placeImage, readImageFile, storeVariants, toEdit } from "./image-file.service.ts";
import { removeStaleFiles } from "./media-run.service.ts";
import { SOURCE_NAME } from "./pipeline/tools.ts";

/** Draws the pictures of a run as AVIF as well. Does nothing if another run's files count by now. */
export async function drawAvif(
  deps: Deps,
  { content_id, run }: { content_id: string; run: string },
  signal: AbortSignal,
) {
  const content = await findContent(deps.sql, content_id);
  if (content?.run !== run) return;
  const scratch = await createScratch(deps.config.dataDir);
  try {
    for (const image of await findImagesOf(deps.sql, [content_id])) {
      if (image.has_avif) continue;
      const bytes = await readImageFile((target) => placeImage(deps, image, target), scratch.folder);
      const drawing = { ...toEdit(image), widths: IMAGE_WIDTHS, formats: ["avif"] as const };
      await storeVariants(deps, { media: content, run }, image, await drawImageFile(deps, bytes, drawing, signal));
      await rm(path.join(scratch.folder, SOURCE_NAME), { force: true });
      if (!(await setImageHasAvif(deps.sql, { id: content_id, run, name: image.name }))) break;
    }
  } finally {
    await scratch.remove();
    await removeStaleFiles(deps, content_id, run);
  }
}

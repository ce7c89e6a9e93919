import { readFile } from "node:fs/promises";
import path from "node:path";
import { IMAGE_WIDTHS } from "@app/contract/images";
import { z } from "zod";
import type { ImageRow } from "#modules/catalog/contents/content-images.sql.ts";
import { imageKey, runFolder } from "#modules/catalog/contents/contents.presenter.ts";
import { createScratch } from "#platform/data-folder.ts";
import type { Deps } from "#platform/deps.ts";
import { type Drawing, type Drawn, drawVariants } from "#platform/pictures/draw-variants.ts";
import { type PictureFault, readPlainPicture } from "#platform/pictures/plain-picture.ts";
import { FILE_IS_GONE, MediaFault } from "./pipeline/source-facts.ts";
import type { Place } from "./source-file.service.ts";
import { SOURCE_NAME } from "./source-name.ts";

const FAULTS: Record<PictureFault | "heic", string> = {
  format: "This file is not a JPEG or PNG image.",
  heic: "This is a HEIC image, which browsers cannot show. Please save it as JPEG and upload that.",
  damaged: "This image is damaged or incomplete. Please save it again and upload that.",
  pixels: "This image has more than 50 million pixels. Please make it smaller and upload it again.",
};

const HEIC_BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"]);
/**
 * Drawn before an item is published. A decoder reads a JPEG of 12 million pixels in half the time if nothing larger is
 * needed.
 */
export const FIRST_WIDTHS = IMAGE_WIDTHS.filter((width) => width <= 1_280);

/** What its owner sees of it while it waits for its form; every pixel is decoded for it. */
const PREVIEW: Drawing = { rotation: 0, crop: null, widths: [1_280], formats: ["webp"] };

/** Decodes a complete file before it is published. */
export async function checkImageFile(
  deps: Pick<Deps, "config">,
  place: Place,
  signal: AbortSignal,
): Promise<{ isUsable: true; preview: Buffer } | { isUsable: false; fault: string }> {
  const scratch = await createScratch(deps.config.dataDir);
  try {
    const { files } = await drawImageFile(deps, await readImageFile(place, scratch.folder), PREVIEW, {
      signal,
      isInBackground: false,
    });
    const [preview] = files;
    if (!preview) throw new Error("a preview was drawn in no width");
    return { isUsable: true, preview: preview.bytes };
  } catch (error) {
    if (error instanceof MediaFault) return { isUsable: false, fault: error.message };
    throw error;
  } finally {
    await scratch.remove();
  }
}

/** @returns the file's bytes; it is also in the folder, as `SOURCE_NAME` @throws MediaFault it is gone */
export async function readImageFile(place: Place, folder: string): Promise<Buffer> {
  const target = path.join(folder, SOURCE_NAME);
  if (!(await place(target))) throw new MediaFault(FILE_IS_GONE);
  return readFile(target);
}

/**
 * @param options in background: nobody waits for it, and drawings that somebody waits for overtake it
 * @throws MediaFault it is not an image that we can draw
 */
export async function drawImageFile(
  deps: Pick<Deps, "config">,
  bytes: Buffer,
  drawing: Drawing,
  options: { signal: AbortSignal; isInBackground: boolean },
): Promise<Drawn> {
  const read = readPlainPicture(bytes);
  if ("fault" in read) throw new MediaFault(FAULTS[isHeic(bytes) ? "heic" : read.fault]);
  const drawn = await drawVariants(deps.config.searchPath, read.plain, drawing, options);
  if (!drawn) throw new MediaFault(FAULTS.damaged);
  return drawn;
}

function isHeic(bytes: Buffer): boolean {
  return bytes.toString("latin1", 4, 8) === "ftyp" && HEIC_BRANDS.has(bytes.toString("latin1", 8, 12));
}

/** The owner's edit. */
export function toEdit({ rotation, crop }: ImageRow): Pick<ImageRow, "rotation" | "crop"> {
  return { rotation, crop };
}

export function placeImage({ storage, uploads }: Pick<Deps, "storage" | "uploads">, image: ImageRow, target: string) {
  return image.original_key === null
    ? uploads.copyTo(image.upload_id, target)
    : storage.readToFile(image.original_key, target);
}

export async function storeVariants(
  { storage }: Pick<Deps, "storage">,
  { media, run }: { media: { id: string }; run: string },
  image: ImageRow,
  drawn: Drawn,
): Promise<void> {
  await Promise.all(
    drawn.files.map((file) =>
      storage.put(imageKey(runFolder(media.id, run), image.name, file), file.bytes, {
        contentType: `image/${file.format}`,
      }),
    ),
  );
}

/** Removes what `storeVariants` stored. */
export async function removeVariants(
  { storage }: Pick<Deps, "storage">,
  { media, run }: { media: { id: string }; run: string },
  image: ImageRow,
  drawn: Drawn,
): Promise<void> {
  for (const file of drawn.files) await storage.remove(imageKey(runFolder(media.id, run), image.name, file));
}

export function originalImageKey(contentId: string, name: string): string {
  return `contents/${contentId}/original/${name}`;
}

/** A set's redrawn pictures, kept in `unpublished_media.renditions` until they replace the old ones. */
export const redrawnImages = z.array(
  z.object({
    name: z.string(),
    widthPx: z.int(),
    heightPx: z.int(),
    placeholder: z.string(),
    widths: z.array(z.int()),
    /** The default is for those of an earlier release. */
    isAnimated: z.boolean().default(false),
  }),
);
export type RedrawnImage = z.infer<typeof redrawnImages>[number];

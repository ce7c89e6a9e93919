import { buffer } from "node:stream/consumers";
import { IMAGE_SET_MESSAGES, type ImageChange } from "@app/contract/images";
import { endUpload } from "#modules/catalog/uploads/uploads.sql.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { type ImageRow, isDrawn, type RemovedImage, rewriteImages, selectImagesOf } from "./content-images.sql.ts";
import { imageKey, isOwnPicture, runFolder } from "./contents.presenter.ts";
import type { ContentRow } from "./contents.sql.ts";
import type { ContentChanges } from "./contents-edit.sql.ts";
import { sizeKeysOf, storeThumbnailSizes, type Thumbnail } from "./pictures.service.ts";

/**
 * Draws the thumbnail again if its picture is left out of the set. Runs outside any transaction.
 * @returns null if the thumbnail stays
 * @throws AppError `invalid_input` on the field `images`; `conflict` no images, or they are not drawn
 */
export async function prepareThumbnail(
  deps: Pick<Deps, "sql" | "storage">,
  content: ContentRow,
  changes: readonly ImageChange[],
): Promise<Thumbnail | null> {
  if (content.type !== "image") throw new AppError("conflict", IMAGE_SET_MESSAGES.notImages);
  requireProcessed(content);
  const images = await selectImagesOf(deps.sql, [content.id]);
  const numbers = toNumbers(images, changes);
  const first = firstDrawn(images, numbers);
  if (isOwnPicture(content) || numbers.includes(content.thumbnail_frame ?? 0)) return null;
  const key = content.frame_keys[numbers[first] ?? 0] ?? "";
  const stored = await deps.storage.read(key);
  if (!stored) throw fieldError("images", IMAGE_SET_MESSAGES.unknown);
  return storeThumbnailSizes(deps, key, await buffer(stored));
}

/** @throws AppError `conflict` */
export function requireProcessed({ state }: Pick<ContentRow, "state">): void {
  if (state === "failed") throw new AppError("conflict", IMAGE_SET_MESSAGES.failed);
  if (state !== "ready") throw new AppError("conflict", IMAGE_SET_MESSAGES.processing);
}

/** Where the pictures of the new set are in the old one. */
function toNumbers(images: readonly ImageRow[], changes: readonly ImageChange[]): number[] {
  return changes.map(({ id }) => {
    const number = images.findIndex(({ name }) => name === id);
    if (number < 0) throw fieldError("images", IMAGE_SET_MESSAGES.unknown);
    return number;
  });
}

/** The place in the new set of its first picture that can be shown. @throws AppError `invalid_input` there is none */
function firstDrawn(images: readonly ImageRow[], numbers: readonly number[]): number {
  const first = numbers.findIndex((number) => images.slice(number, number + 1).some(isDrawn));
  if (first < 0) throw fieldError("images", IMAGE_SET_MESSAGES.undrawn);
  return first;
}

/** What else changes with the set, and the storage keys of what is left out, to remove after the transaction. */
export type Rewritten = { changes: ContentChanges & { frame_keys?: string[] }; removedKeys: string[] };

/** @throws AppError `invalid_input` on the field `images` if another request left one out meanwhile */
export async function writeImages(
  tx: Sql,
  content: ContentRow,
  changes: readonly ImageChange[],
  thumbnail: Thumbnail | null,
): Promise<Rewritten> {
  const before = await selectImagesOf(tx, [content.id]);
  const numbers = toNumbers(before, changes);
  const first = firstDrawn(before, numbers);
  const place = numbers.indexOf(content.thumbnail_frame ?? 0);
  if (place < 0 && thumbnail === null && !isOwnPicture(content)) throw fieldError("images", IMAGE_SET_MESSAGES.unknown);
  const kept = changes.map(({ id, caption, alt }) => ({ name: id, caption, alt }));
  const left = await rewriteImages(tx, content.id, kept);
  // Without its item, an upload would wait to be published.
  for (const { upload_id } of left) await endUpload(tx, upload_id);
  const thumbnail_frame = isOwnPicture(content) ? null : place < 0 ? first : place;
  return {
    changes: {
      frame_keys: numbers.map((number) => content.frame_keys[number] ?? ""),
      thumbnail_frame,
      ...(place < 0 && thumbnail),
    },
    removedKeys: left.flatMap((image) => {
      const frame = content.frame_keys[before.findIndex(({ name }) => name === image.name)];
      const original = image.original_key ? [image.original_key] : [];
      return [...filesOf(content, image), ...(frame ? sizeKeysOf(frame) : []), ...original];
    }),
  };
}

function filesOf({ id, run }: ContentRow, { name, widths, has_avif }: RemovedImage): string[] {
  const formats = has_avif ? ["avif", "webp", "jpeg"] : ["webp", "jpeg"];
  const folder = runFolder(id, run ?? "");
  return formats.flatMap((format) => widths.map((widthPx) => imageKey(folder, name, { widthPx, format })));
}

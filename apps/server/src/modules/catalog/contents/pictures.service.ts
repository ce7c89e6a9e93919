import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { type PictureId, pictureId } from "@app/contract/ids";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { signedMediaUrl } from "#platform/media-url.ts";
import { drawSmall, type Frame, redrawPicture, UNUSABLE_PICTURE } from "#platform/pictures/redraw-picture.ts";
import type { Member } from "#platform/viewer.ts";
import {
  countNewPictures,
  deletePicture,
  insertPicture,
  isPictureOf,
  selectOldPictures,
} from "./content-images.sql.ts";

/** For cards. */
const SMALL: Frame = { widthPx: 640, heightPx: 360, fit: "cover" };

/** For the banner on a phone: the visible part of 1280 × 720. */
const TALL: Frame = { widthPx: 576, heightPx: 720, fit: "cover" };

const MIDDLE_FRAME = 1;

const WEBP = { contentType: "image/webp" };

/** Storage keys of an item's thumbnail. Both are always written together. */
export type Thumbnail = { thumbnail_key: string; thumbnail_small_key: string };

/** More than anybody chooses from; unused pictures are kept for a day. */
const PICTURES_PER_DAY = 200;
const FRAME: Frame = { widthPx: 1280, heightPx: 1280, fit: "inside" };

function keyOf(id: string): string {
  return `pictures/${id}/picture.webp`;
}

/**
 * Stores a picture. Its format is detected from its bytes, and it is redrawn so that only its pixels remain.
 * @throws AppError `invalid_input` on the field `picture`; `too_many_requests`; `unavailable`; `storage_full`
 */
export async function addPicture(
  deps: Pick<Deps, "sql" | "storage" | "config" | "secrets" | "now">,
  member: Member,
  bytes: Buffer,
): Promise<{ id: PictureId; url: string }> {
  if ((await countNewPictures(deps.sql, member.accountId)) >= PICTURES_PER_DAY)
    throw new AppError("too_many_requests", "You have uploaded too many pictures today. Please try again tomorrow.", {
      retryAfterS: 3_600,
    });
  const picture = await redrawPicture(deps, member.accountId, bytes, FRAME);
  if (!picture) throw fieldError("picture", UNUSABLE_PICTURE);
  const id = pictureId.parse(randomBytes(16).toString("hex"));
  await deps.storage.put(keyOf(id), picture.webp, { contentType: "image/webp" });
  await insertPicture(deps.sql, { id, accountId: member.accountId });
  return withUrl(deps, id);
}

/** @throws AppError `not_found` if the picture is not theirs, or purged */
export async function showPicture(
  deps: Pick<Deps, "sql" | "config" | "secrets" | "now">,
  { accountId }: Member,
  id: PictureId,
): Promise<{ id: PictureId; url: string }> {
  if (!(await isPictureOf(deps.sql, { id, accountId }))) throw new AppError("not_found", "There is no such picture.");
  return withUrl(deps, id);
}

function withUrl(deps: Pick<Deps, "config" | "secrets" | "now">, id: PictureId): { id: PictureId; url: string } {
  return { id, url: signedMediaUrl(deps, keyOf(id), keyOf(id)) };
}

/** Of an item's own copy of a picture. */
export function copyKeyOf(contentId: string, picture: PictureId): string {
  return `contents/${contentId}/thumbnail/${picture}.webp`;
}

/**
 * Makes a picture the owner sent the thumbnail of an item.
 * @returns storage keys of the item's own copy
 * @throws AppError `invalid_input` if the picture is not theirs or older than a day
 */
export async function copyPictureToItem(
  deps: Pick<Deps, "sql" | "storage">,
  accountId: string,
  { contentId, picture }: { contentId: string; picture: PictureId },
): Promise<Thumbnail> {
  const body = (await isPictureOf(deps.sql, { id: picture, accountId }))
    ? await deps.storage.read(keyOf(picture))
    : null;
  if (!body) throw fieldError("thumbnail", "There is no such picture.");
  const webp = await buffer(body);
  const key = copyKeyOf(contentId, picture);
  await deps.storage.put(key, webp, { contentType: "image/webp" });
  return storeThumbnailSizes(deps, key, webp);
}

export async function purgeOldPictures(deps: Pick<Deps, "sql" | "storage" | "log">): Promise<void> {
  await workThrough(deps, {
    failure: "a picture could not be deleted",
    next: (after: string | null) => selectOldPictures(deps.sql, after),
    work: (id) => purgePicture(deps, id),
  });
}

/** Deletes the row last, so a file that could not be removed is found again. */
export async function purgePicture(deps: Pick<Deps, "sql" | "storage">, id: string): Promise<void> {
  await deps.storage.removePrefix(`pictures/${id}/`);
  await deletePicture(deps.sql, id);
}

/** Stores the small and the tall version beside an item's picture. Safe to repeat. */
export async function storeThumbnailSizes(
  { storage }: Pick<Deps, "storage">,
  key: string,
  picture: Buffer,
): Promise<Thumbnail> {
  const thumbnail = thumbnailOf(key);
  const store = async (name: string, size: Frame) => storage.put(name, await drawSmall(picture, size), WEBP);
  await Promise.all([store(thumbnail.thumbnail_small_key, SMALL), store(toKey(key, "tall"), TALL)]);
  return thumbnail;
}

/** Removes the pictures of a thumbnail that no item uses. */
export async function removeThumbnail({ storage }: Pick<Deps, "storage">, { thumbnail_key: key }: Thumbnail) {
  for (const name of [key, ...sizeKeysOf(key)]) await storage.remove(name);
}

/** The sizes that are drawn of a picture once it is a thumbnail. */
export function sizeKeysOf(key: string): string[] {
  return [toKey(key, "small"), toKey(key, "tall")];
}

/**
 * The thumbnail of one of a video's three frames, or of a document's first page.
 * @param chosen null for the middle frame
 * @returns null if there are no frames yet
 */
export function thumbnailOfFrame(keys: readonly string[], chosen: number | null): Thumbnail | null {
  const key = keys[Math.min(chosen ?? MIDDLE_FRAME, keys.length - 1)];
  return key === undefined ? null : thumbnailOf(key);
}

export function thumbnailOf(key: string): Thumbnail {
  return { thumbnail_key: key, thumbnail_small_key: toKey(key, "small") };
}

/** Null for items whose thumbnail is older than small versions. */
export function tallKeyOf(row: { thumbnail_key: string | null; thumbnail_small_key: string | null }): string | null {
  return row.thumbnail_key && row.thumbnail_small_key && toKey(row.thumbnail_key, "tall");
}

function toKey(key: string, kind: "small" | "tall"): string {
  return key.replace(/\.webp$/, `-${kind}.webp`);
}

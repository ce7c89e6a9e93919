import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { type PictureId, pictureId } from "@app/contract/ids";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { signedMediaUrl } from "#platform/media-url.ts";
import { drawSmall, type Frame, redrawPicture } from "#platform/pictures/redraw-picture.ts";
import type { Member } from "#platform/viewer.ts";
import { countNewPictures, deletePicture, insertPicture, isPictureOf, selectOldPictures } from "./pictures.sql.ts";

/** As a card shows it. */
const SMALL: Frame = { widthPx: 640, heightPx: 360, fit: "cover" };

/** As the banner of a phone shows it: of 1280 by 720 what is in sight there. */
const TALL: Frame = { widthPx: 576, heightPx: 720, fit: "cover" };

const MIDDLE_FRAME = 1;

const WEBP = { contentType: "image/webp" };

/** Storage keys of an item's thumbnail; the two are only ever written together. */
export type Thumbnail = { thumbnail_key: string; thumbnail_small_key: string };

/** Nobody chooses among more, and what was not chosen is kept for a day. */
const PICTURES_PER_DAY = 200;
const FRAME: Frame = { widthPx: 1280, heightPx: 1280, fit: "inside" };

function keyOf(id: string): string {
  return `pictures/${id}/picture.webp`;
}

/**
 * Takes a picture: what it is, is told by its bytes; it is drawn anew, so nothing but its pixels stays.
 * @throws AppError `invalid_input` on the field `picture`; `too_many_requests`; `unavailable`; `storage_full`
 */
export async function takePicture(
  deps: Pick<Deps, "sql" | "storage" | "config" | "secrets" | "now">,
  member: Member,
  bytes: Buffer,
): Promise<{ id: PictureId; url: string }> {
  if ((await countNewPictures(deps.sql, member.accountId)) >= PICTURES_PER_DAY)
    throw new AppError("too_many_requests", "You have sent too many pictures today.", { retryAfterS: 3_600 });
  const picture = await redrawPicture(deps, member.accountId, bytes, FRAME);
  if (!picture)
    throw fieldError("picture", "Please choose a picture in jpeg, jpg or png format that opens on your own device.");
  const id = pictureId.parse(randomBytes(16).toString("hex"));
  const key = keyOf(id);
  await deps.storage.put(key, picture.webp, { contentType: "image/webp" });
  await insertPicture(deps.sql, { id, accountId: member.accountId });
  return { id, url: signedMediaUrl(deps, key, key) };
}

/**
 * Makes a picture of this person's the thumbnail of an item.
 * @returns the storage keys of the item's own copy
 * @throws AppError `invalid_input` it is not theirs, or older than a day
 */
export async function placePicture(
  deps: Pick<Deps, "sql" | "storage">,
  accountId: string,
  { contentId, picture }: { contentId: string; picture: PictureId },
): Promise<Thumbnail> {
  const body = (await isPictureOf(deps.sql, { id: picture, accountId }))
    ? await deps.storage.read(keyOf(picture))
    : null;
  if (!body) throw fieldError("thumbnail", "There is no such picture.");
  const webp = await buffer(body);
  const key = `contents/${contentId}/thumbnail/${picture}.webp`;
  await deps.storage.put(key, webp, { contentType: "image/webp" });
  return placeThumbnail(deps, key, webp);
}

export async function purgeOldPictures(deps: Pick<Deps, "sql" | "storage" | "log">): Promise<void> {
  await workThrough(deps, {
    failure: "a picture could not be deleted",
    next: (after: string | null) => selectOldPictures(deps.sql, after),
    work: (id) => purgePicture(deps, id),
  });
}

/** The row goes last, so that a file that cannot be removed now is found again. */
export async function purgePicture(deps: Pick<Deps, "sql" | "storage">, id: string): Promise<void> {
  await deps.storage.removePrefix(`pictures/${id}/`);
  await deletePicture(deps.sql, id);
}

/**
 * Makes a stored picture of an item ready to be its thumbnail: a small one and a tall one are put beside it. Done
 * twice it does the same again.
 */
export async function placeThumbnail(
  { storage }: Pick<Deps, "storage">,
  key: string,
  picture: Buffer,
): Promise<Thumbnail> {
  const thumbnail = thumbnailOf(key);
  await storage.put(thumbnail.thumbnail_small_key, await drawSmall(picture, SMALL), WEBP);
  await storage.put(toKey(key, "tall"), await drawSmall(picture, TALL), WEBP);
  return thumbnail;
}

/** Removes the pictures of a thumbnail that no item has. */
export async function removeThumbnail({ storage }: Pick<Deps, "storage">, { thumbnail_key: key }: Thumbnail) {
  for (const name of [key, toKey(key, "small"), toKey(key, "tall")]) await storage.remove(name);
}

/**
 * Of a video's three frames, each of which was made ready.
 * @param chosen null for the middle one
 * @returns null while there are none
 */
export function thumbnailOfFrame(keys: readonly string[], chosen: number | null): Thumbnail | null {
  const key = keys[chosen ?? MIDDLE_FRAME];
  return key === undefined ? null : thumbnailOf(key);
}

function thumbnailOf(key: string): Thumbnail {
  return { thumbnail_key: key, thumbnail_small_key: toKey(key, "small") };
}

/** Null for an item whose thumbnail is older than the small ones. */
export function tallKeyOf(row: { thumbnail_key: string | null; thumbnail_small_key: string | null }): string | null {
  return row.thumbnail_key && row.thumbnail_small_key && toKey(row.thumbnail_key, "tall");
}

function toKey(key: string, kind: "small" | "tall"): string {
  return key.replace(/\.webp$/, `-${kind}.webp`);
}

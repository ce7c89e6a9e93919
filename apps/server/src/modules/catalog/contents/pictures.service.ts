import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { type PictureId, pictureId } from "@app/contract/ids";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { signedMediaUrl } from "#platform/media-url.ts";
import { type Frame, redrawPicture } from "#platform/redraw-picture.ts";
import type { Member } from "#platform/viewer.ts";
import { countNewPictures, deletePicture, insertPicture, isPictureOf, selectOldPictures } from "./pictures.sql.ts";
import { placeThumbnail, type Thumbnail } from "./thumbnails.service.ts";

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

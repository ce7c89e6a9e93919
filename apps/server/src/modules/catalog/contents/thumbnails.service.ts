import type { Deps } from "#platform/deps.ts";
import { drawSmall, type Frame } from "#platform/redraw-picture.ts";

/** As a card shows it. */
const SMALL: Frame = { widthPx: 640, heightPx: 360, fit: "cover" };
/** As the banner of a phone shows it: of 1280 by 720 what is in sight there. */
const TALL: Frame = { widthPx: 576, heightPx: 720, fit: "cover" };
const MIDDLE_FRAME = 1;
const WEBP = { contentType: "image/webp" };

/** Storage keys of an item's thumbnail; the two are only ever written together. */
export type Thumbnail = { thumbnail_key: string; thumbnail_small_key: string };

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

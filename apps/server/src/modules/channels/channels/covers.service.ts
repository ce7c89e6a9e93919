import type { Deps } from "#platform/deps.ts";
import { drawSmall, type Frame } from "#platform/redraw-picture.ts";
import { smallKeyOf } from "#platform/small-key.ts";

/** A card is 450 pixels wide at most, and shows 96 of the height. */
const SMALL: Frame = { widthPx: 768, heightPx: 256, fit: "inside" };
const WEBP = { contentType: "image/webp" };

/** Stores a cover, and a small one for cards beside it. @returns the storage key of the cover */
export async function placeCover(
  { storage }: Pick<Deps, "storage">,
  folder: string,
  { name, webp }: { name: string; webp: Buffer },
): Promise<string> {
  const key = `${folder}/${name}-wide.webp`;
  await storage.put(smallKeyOf(key), await drawSmall(webp, SMALL), WEBP);
  await storage.put(key, webp, WEBP);
  return key;
}

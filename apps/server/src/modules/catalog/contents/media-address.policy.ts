import type { Deps } from "#platform/deps.ts";
import { publicMediaUrl, signedMediaUrl } from "#platform/media-url.ts";
import type { ItemMedia } from "./contents-media.sql.ts";

/** `contents/{id}/{token}/{folder}/…`, the path of an item's file in its address. */
export type MediaPath = {
  id: string;
  token: string;
  /** Of a run of the pipeline, of thumbnails, or the name of the original. */
  folder: string;
  /** The storage key: the path without the token. */
  key: string;
  /** One signature opens all below it. */
  signedFolder: string;
};

/**
 * The address of one of an item's stored files: lasting while everybody may fetch it, otherwise signed and expiring.
 * @param key the storage key, `contents/{id}/{folder}/…`
 */
export function itemMediaUrl(deps: Pick<Deps, "config" | "secrets" | "now">, item: ItemMedia, key: string): string;
export function itemMediaUrl(
  deps: Pick<Deps, "config" | "secrets" | "now">,
  item: ItemMedia,
  key: string | null,
): string | null;
export function itemMediaUrl(
  deps: Pick<Deps, "config" | "secrets" | "now">,
  item: ItemMedia,
  key: string | null,
): string | null {
  if (key === null) return null;
  const [kind, id, folder, ...rest] = key.split("/");
  const signedFolder = [kind, id, item.media_token, folder].join("/");
  const path = [signedFolder, ...rest].join("/");
  return item.is_listed ? publicMediaUrl(deps.config, path) : signedMediaUrl(deps, signedFolder, path);
}

/** @returns null for the path of anything but an item's file */
export function readMediaPath(path: string): MediaPath | null {
  const [kind, id, token, folder, ...rest] = path.split("/");
  if (kind !== "contents" || !id || !token || !folder) return null;
  return {
    ...{ id, token, folder },
    key: [kind, id, folder, ...rest].join("/"),
    signedFolder: [kind, id, token, folder].join("/"),
  };
}

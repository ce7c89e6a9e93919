import { canManage, canManageItem } from "#modules/channels/index.ts";
import type { Deps } from "#platform/deps.ts";
import { publicMediaUrl, signedMediaUrl } from "#platform/media-url.ts";
import type { Viewer } from "#platform/viewer.ts";
import type { ItemMedia, ServedMedia } from "./contents-media.sql.ts";

/** `contents/{id}/{token}/{folder}/…`, the path of an item's file in its URL. */
export type MediaPath = {
  id: string;
  token: string;
  /** A run of the pipeline, `thumbnail`, or the name of the original. */
  folder: string;
  /** Storage key: the path without the token. */
  key: string;
  /** One signature covers everything below this folder. */
  signedFolder: string;
};

type Owned = { owner_id: string; channel_id: string; uploaded_by: string | null };

/** Only those who run its channel and staff may change or delete an item. */
export function canEdit(viewer: Viewer, content: Owned): boolean {
  return canManageItem(viewer, content) || (viewer?.isStaff ?? false);
}

/** Its file could not be processed, or, of a video that can be watched, what is made after its ladder. */
export function canRetry({ state, fault }: { state: string; fault: string | null }): boolean {
  return state === "failed" || (state === "ready" && fault !== null);
}

/** Who may download an item that they may see. */
export function canDownload(viewer: Viewer, content: Owned & { downloads_open: boolean }): boolean {
  return content.downloads_open || canEdit(viewer, content);
}

/**
 * Who may see an item, and is therefore given signed URLs of its media: everybody with the link may see public and
 * unlisted items from the first playable segment on. Private, failed and hidden items are visible to the owner, the
 * managers and uploaders of the channel, and staff only.
 */
export function canView(
  viewer: Viewer,
  content: Owned & { visibility: string; state: string; is_playable: boolean; hidden_at: Date | string | null },
): boolean {
  if (canEdit(viewer, content) || canManage(viewer, content, "upload")) return true;
  if (content.hidden_at !== null || content.visibility === "private" || content.state === "failed") return false;
  return content.state === "ready" || content.is_playable;
}

/**
 * URL of one of an item's stored files: permanent while the item is public, otherwise signed and expiring.
 * @param key storage key, `contents/{id}/{folder}/…`
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

/**
 * URL of an original, or of a file of the whole run of a trimmed video. Always signed: neither is public, even while the
 * item is.
 * @param key storage key, `contents/{id}/{folder}/…`
 */
export function originalMediaUrl(
  deps: Pick<Deps, "config" | "secrets" | "now">,
  item: { original_token: string },
  key: string,
): string {
  return itemMediaUrl(deps, { is_listed: false, media_token: item.original_token }, key);
}

const ORIGINAL = "original";

/** Whether only those who may have the original may fetch what is in this folder. */
export function needsOriginalToken(item: { whole_run: string | null }, { folder }: Pick<MediaPath, "folder">): boolean {
  return folder === ORIGINAL || folder === item.whole_run;
}

/** Whether the path has the token that its folder needs now. */
export function isCurrentPath(item: ServedMedia, path: MediaPath): boolean {
  return path.token === (needsOriginalToken(item, path) ? item.original_token : item.media_token);
}

/** @returns null if the path is not an item's file */
export function readMediaPath(path: string): MediaPath | null {
  const [kind, id, token, folder, ...rest] = path.split("/");
  if (kind !== "contents" || !id || !token || !folder) return null;
  return {
    id,
    token,
    folder,
    key: [kind, id, folder, ...rest].join("/"),
    signedFolder: [kind, id, token, folder].join("/"),
  };
}

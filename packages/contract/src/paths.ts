import type { ContentType } from "./contents.ts";

export const API_PREFIX = "/api/v1";

const PAGE_OF = { video: "/video/", image: "/image/", document: "/file/" } as const satisfies Record<
  ContentType,
  string
>;

/** Encodes an id for a URL: reversed, then base64. This is no protection; the server checks access. */
export function encodeId(id: string): string {
  return btoa([...id].reverse().join(""));
}

/** @returns the id, or an empty string for invalid base64 */
export function decodeId(encoded: string): string {
  try {
    return [...atob(encoded)].reverse().join("");
  } catch {
    return "";
  }
}

/** @returns the path of an item's page; null for an empty id, so that the link does nothing */
export function contentHref(type: ContentType, id: string): string | null {
  return id === "" ? null : PAGE_OF[type] + encodeURIComponent(encodeId(id));
}

/** After the path of a video, opens its film room. */
export const FILM_ROOM_HASH = "film-room";

/** @returns the path where its owner edits an item of any type */
export function editHref(id: string): string | null {
  return id === "" ? null : `/edit-video/${encodeURIComponent(encodeId(id))}`;
}

/** @returns the path of the page where an owner changes a video's captions */
export function captionsHref(id: string): string {
  return `/edit-video/${encodeURIComponent(encodeId(id))}/captions`;
}

/** @returns the path of the page where an owner trims a video or cuts a clip out of it */
export function cutHref(id: string): string {
  return `/edit-video/${encodeURIComponent(encodeId(id))}/cut`;
}

/** @returns the path of a channel's page; null for an empty id, so that the link does nothing */
export function channelHref(id: string): string | null {
  return id === "" ? null : `/profile/${encodeURIComponent(encodeId(id))}`;
}

/** The source of a regular expression; what is a link is no mention, on the page and on the server. */
export const WEB_ADDRESS = String.raw`[hH][tT][tT][pP][sS]?:\/\/[^\s<>"]+`;

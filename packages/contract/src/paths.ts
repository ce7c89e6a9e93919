import type { ContentType } from "./contents.ts";

const PAGE_OF = { video: "/video/", image: "/image/", document: "/file/" } as const satisfies Record<
  ContentType,
  string
>;

/** Encodes an id for a URL: its characters reversed, then base64. This hides nothing; the server controls access. */
export function encodeId(id: string): string {
  return btoa([...id].reverse().join(""));
}

/** @returns the id, or an empty string if the URL contains none */
export function decodeId(encoded: string): string {
  try {
    return [...atob(encoded)].reverse().join("");
  } catch {
    return "";
  }
}

/** @returns the path of an item; null for an empty id, for which there is no link */
export function contentHref(type: ContentType, id: string): string | null {
  return id === "" ? null : PAGE_OF[type] + encodeURIComponent(encodeId(id));
}

/** @returns the path of a channel; null for an empty id, for which there is no link */
export function channelHref(id: string): string | null {
  return id === "" ? null : `/profile/${encodeURIComponent(encodeId(id))}`;
}

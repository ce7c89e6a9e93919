import type { ContentType } from "./contents.ts";

const PAGE_OF = { video: "/video/", image: "/image/", document: "/file/" } as const satisfies Record<
  ContentType,
  string
>;

/** An id as it stands in an address: its characters reversed, then base64. It hides nothing; access is the server's. */
export function encodeId(id: string): string {
  return btoa([...id].reverse().join(""));
}

/** @returns the id, or an empty text when the address holds none. */
export function decodeId(encoded: string): string {
  try {
    return [...atob(encoded)].reverse().join("");
  } catch {
    return "";
  }
}

/** @returns where an item is shown, or null for an empty id: going there does nothing. */
export function contentHref(type: ContentType, id: string): string | null {
  return id === "" ? null : PAGE_OF[type] + encodeURIComponent(encodeId(id));
}

/** @returns where a channel is shown, or null for an empty id: going there does nothing. */
export function channelHref(id: string): string | null {
  return id === "" ? null : `/profile/${encodeURIComponent(encodeId(id))}`;
}

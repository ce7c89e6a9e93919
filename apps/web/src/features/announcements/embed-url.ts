import { youtubeVideoId } from "@app/contract/announcement-limits";

export const PLAYER_ORIGIN = "https://www.youtube-nocookie.com";

/**
 * @param link any kind of YouTube link
 * @param listener origin of our page, which rewinds the player by messages: the player's own `loop` parameter respects
 *   `start` and `end` only once
 * @returns the URL of the cookieless embedded player, or null for any other link
 */
export function toEmbedUrl(link: string, loop: { from_s: number; to_s: number }, listener: string): string | null {
  const id = youtubeVideoId(link);
  if (id === null) return null;
  const query = new URLSearchParams({
    autoplay: "1",
    mute: "1",
    playsinline: "1",
    rel: "0",
    enablejsapi: "1",
    origin: listener,
    start: String(Math.floor(loop.from_s)),
    end: String(Math.ceil(loop.to_s)),
  });
  return `${PLAYER_ORIGIN}/embed/${id}?${query}`;
}

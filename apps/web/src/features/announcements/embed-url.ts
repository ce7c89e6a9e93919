export const PLAYER_ORIGIN = "https://www.youtube-nocookie.com";

const HOSTS = new Set(["youtube.com", "www.youtube.com", "m.youtube.com", "youtu.be", "www.youtube-nocookie.com"]);
const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/;

/**
 * @param link as people copy it
 * @param listener the origin of the page around the player, which tells it to go back to the start of the loop: by its
 *   own `loop` the player keeps to the seconds only once
 * @returns the address of its player that sets no cookie before it plays, or null for any other link
 */
export function toEmbedUrl(link: string, loop: { from_s: number; to_s: number }, listener: string): string | null {
  const url = URL.canParse(link) ? new URL(link) : null;
  if (url?.protocol !== "https:" || !HOSTS.has(url.hostname)) return null;
  const id = url.searchParams.get("v") ?? url.pathname.split("/").findLast((part) => part !== "") ?? "";
  if (!VIDEO_ID.test(id)) return null;
  const query = new URLSearchParams({
    ...{ autoplay: "1", mute: "1", playsinline: "1", rel: "0", enablejsapi: "1", origin: listener },
    ...{ start: String(Math.floor(loop.from_s)), end: String(Math.ceil(loop.to_s)) },
  });
  return `${PLAYER_ORIGIN}/embed/${id}?${query}`;
}

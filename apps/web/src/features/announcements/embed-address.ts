const HOSTS = new Set(["youtube.com", "www.youtube.com", "m.youtube.com", "youtu.be", "www.youtube-nocookie.com"]);
const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/;

/**
 * @param link as people copy it
 * @returns the address of its player that sets no cookie before it plays, or null for any other link
 */
export function toEmbedAddress(link: string, loop: { from_s: number; to_s: number }): string | null {
  const url = URL.canParse(link) ? new URL(link) : null;
  if (url?.protocol !== "https:" || !HOSTS.has(url.hostname)) return null;
  const id = url.searchParams.get("v") ?? url.pathname.split("/").findLast((part) => part !== "") ?? "";
  if (!VIDEO_ID.test(id)) return null;
  const query = new URLSearchParams({
    ...{ autoplay: "1", mute: "1", loop: "1", playlist: id, rel: "0" },
    ...{ start: String(Math.floor(loop.from_s)), end: String(Math.ceil(loop.to_s)) },
  });
  return `https://www.youtube-nocookie.com/embed/${id}?${query}`;
}

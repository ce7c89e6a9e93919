export const LOOP_FROM_S = 10;
export const LOOP_TO_S = 15;
export const ANNOUNCEMENT_CUT = 500;

const YOUTUBE_HOSTS = new Set([
  "youtube.com",
  "www.youtube.com",
  "m.youtube.com",
  "youtu.be",
  "www.youtube-nocookie.com",
]);
const YOUTUBE_ID = /^[A-Za-z0-9_-]{11}$/;

/** @returns the id of the video in any kind of YouTube link; null for any other link */
export function youtubeVideoId(link: string): string | null {
  const url = URL.canParse(link) ? new URL(link) : null;
  if (url?.protocol !== "https:" || !YOUTUBE_HOSTS.has(url.hostname)) return null;
  const id = url.searchParams.get("v") ?? url.pathname.split("/").findLast((part) => part !== "") ?? "";
  return YOUTUBE_ID.test(id) ? id : null;
}

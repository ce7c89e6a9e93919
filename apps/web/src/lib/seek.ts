/** Never past the end of a video that is still growing. Before the first data arrives, waits for it. */
export function seek(video: HTMLVideoElement, atS: number): void {
  if (video.readyState === HTMLMediaElement.HAVE_NOTHING) seekOnceLoaded(video, atS);
  else seekNow(video, atS);
}

/** Of several calls, the last one wins. Another video in the same element starts where it is told to. */
function seekOnceLoaded(video: HTMLVideoElement, atS: number): void {
  const listeners = new AbortController();
  const { signal } = listeners;
  video.addEventListener("loadedmetadata", () => seekNow(video, atS), { once: true, signal });
  video.addEventListener("emptied", () => listeners.abort(), { signal });
}

function seekNow(video: HTMLVideoElement, atS: number): void {
  video.currentTime = Math.min(Math.max(0, atS), endOf(video));
}

export function endOf(video: HTMLVideoElement): number {
  const { seekable } = video;
  const end = seekable.length > 0 ? seekable.end(seekable.length - 1) : video.duration;
  return Number.isFinite(end) ? end : video.currentTime;
}

/** Never past the end of a video that is still growing. Before the first data arrives, waits for it. */
export function seek(video: HTMLVideoElement, atS: number): void {
  onceLoaded(video, () => seekNow(video, atS));
}

/** @param share of the length, which is unknown before the first data arrives: 0 to 1 */
export function seekToShare(video: HTMLVideoElement, share: number): void {
  onceLoaded(video, () => seekNow(video, share * endOf(video)));
}

/** Ignored while the video has no position to start from. */
export function seekBy(video: HTMLVideoElement, byS: number): void {
  if (hasPosition(video)) seekNow(video, video.currentTime + byS);
}

/** Before its first data, a video is at 0, although it may be about to start elsewhere. */
export function hasPosition({ readyState, currentTime, seeking }: HTMLVideoElement): boolean {
  return readyState > HTMLMediaElement.HAVE_METADATA || currentTime > 0 || seeking;
}

/** Of several calls, the last one wins. Another video in the same element starts where it is told to. */
function onceLoaded(video: HTMLVideoElement, act: () => void): void {
  if (video.readyState !== HTMLMediaElement.HAVE_NOTHING) {
    act();
    return;
  }
  const listeners = new AbortController();
  const { signal } = listeners;
  video.addEventListener("loadedmetadata", act, { once: true, signal });
  video.addEventListener("emptied", () => listeners.abort(), { signal });
}

function seekNow(video: HTMLVideoElement, atS: number): void {
  video.currentTime = Math.min(Math.max(0, atS), endOf(video));
}

function endOf(video: HTMLVideoElement): number {
  const { seekable } = video;
  const end = seekable.length > 0 ? seekable.end(seekable.length - 1) : video.duration;
  return Number.isFinite(end) ? end : video.currentTime;
}

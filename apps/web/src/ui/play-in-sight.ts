/**
 * Plays a video for as long as it is in sight, and pauses it otherwise.
 * @returns ends that, and pauses it
 */
export function playInSight(video: HTMLVideoElement): () => void {
  const observer = new IntersectionObserver(([entry]) => {
    // A phone that saves power refuses to play by itself: its picture stays.
    if (entry?.isIntersecting) video.play().catch(() => undefined);
    else video.pause();
  });
  observer.observe(video);
  return () => {
    observer.disconnect();
    video.pause();
  };
}

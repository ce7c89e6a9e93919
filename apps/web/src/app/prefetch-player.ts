import { whenIdle } from "#lib/idle-queue.ts";
import { useSessionStore } from "#lib/session-store.ts";

/** Lets the images and lists of the current page load first. */
const DELAY_MS = 1_000;

/** Loads the watch page's code while the browser is idle, so that a click on a video plays at once. Members only. */
export function prefetchPlayer(): void {
  const prefetch = () => {
    if (useSessionStore.getState().user === null || isSavingData()) return;
    const player = import("#features/player/lazy-player.tsx").then(({ preloadPlayer }) => preloadPlayer());
    // If this fails, opening the page reports it.
    Promise.all([import("#pages/video-page.tsx"), player]).catch(() => undefined);
  };
  const schedule = () => setTimeout(() => whenIdle(prefetch), DELAY_MS);
  if (document.readyState === "complete") schedule();
  else addEventListener("load", schedule, { once: true });
  useSessionStore.subscribe((now, before) => {
    if (now.user !== null && before.user === null) schedule();
  });
}

/** Only Chromium reports this. */
function isSavingData(): boolean {
  return "connection" in navigator && (navigator.connection as { saveData?: boolean } | null)?.saveData === true;
}

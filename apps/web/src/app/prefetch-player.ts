import { useSessionStore } from "#lib/session-store.ts";
import { whenIdle } from "#lib/when-idle.ts";

/** Pictures and lists of the page one is on come first. */
const CALM_AFTER_MS = 1_000;

/**
 * Fetches what plays a video while there is nothing else to do: whoever is signed in came to watch, and from the click to
 * the first picture there is then no code to wait for. Not on a line on which somebody saves.
 */
export function fetchPlayerAhead(): void {
  const fetchIt = () => {
    if (useSessionStore.getState().user === null || isSavingData()) return;
    const player = import("#features/player/lazy-player.tsx").then(({ preloadPlayer }) => preloadPlayer());
    // Without a line the page itself says so.
    Promise.all([import("#pages/video-page.tsx"), player]).catch(() => undefined);
  };
  const fetchSoon = () => setTimeout(() => whenIdle(fetchIt), CALM_AFTER_MS);
  if (document.readyState === "complete") fetchSoon();
  else addEventListener("load", fetchSoon, { once: true });
  useSessionStore.subscribe((now, before) => {
    if (now.user !== null && before.user === null) fetchSoon();
  });
}

/** Chromium says so; other browsers do not tell. */
function isSavingData(): boolean {
  return "connection" in navigator && (navigator.connection as { saveData?: boolean } | null)?.saveData === true;
}

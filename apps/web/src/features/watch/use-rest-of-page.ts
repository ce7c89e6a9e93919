import { startTransition, useEffect, useState } from "react";

/** On a slow line the rest of the page waits no longer than this. */
const WAIT_MAX_MS = 1_000;

/**
 * Holds back the rest of an item's page until the item itself is shown: the first frame of a video, the picture of a set.
 * The requests of the rest would take the browser's few connections to the server from it, and rendering it its time.
 * @param waits false: there is nothing to wait for
 */
export function useRestOfPage(waits: boolean): { isShown: boolean; show: () => void } {
  const [isShown, setShown] = useState(!waits);
  const show = () => startTransition(() => setShown(true));
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), WAIT_MAX_MS);
    return () => clearTimeout(timer);
  }, []);
  return { isShown, show };
}

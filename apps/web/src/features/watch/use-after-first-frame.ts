import { startTransition, useEffect, useState } from "react";

/** On a slow line the rest of the page waits no longer than this. */
const WAIT_MAX_MS = 1_000;

/**
 * Holds back what is not the player until the video shows its first frame. Their requests and pictures would take the
 * browser's few connections to the server from the video's first segments, and rendering them its time.
 * @param hasVideo false: there is nothing to wait for
 */
export function useAfterFirstFrame(hasVideo: boolean): { isAfter: boolean; onFirstFrame: () => void } {
  const [isAfter, setAfter] = useState(!hasVideo);
  const onFirstFrame = () => startTransition(() => setAfter(true));
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), WAIT_MAX_MS);
    return () => clearTimeout(timer);
  }, []);
  return { isAfter, onFirstFrame };
}

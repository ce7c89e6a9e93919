import { startTransition, useEffect, useState } from "react";
import { idleTurn } from "#lib/idle-queue.ts";

/**
 * False in the first draw, true when the page has come to rest. What is out of sight is drawn then: a browser lays out
 * all that is drawn at once in one go, and does nothing else meanwhile.
 */
export function useIsWhole(): boolean {
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    // To a list that is gone by then it is nothing.
    void idleTurn().then(() => startTransition(() => setWhole(true)));
  }, []);
  return isWhole;
}

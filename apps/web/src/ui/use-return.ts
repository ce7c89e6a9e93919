import { useEffect, useEffectEvent, useState } from "react";

type List = {
  pages: number;
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
};
type Left = { pages: number; y: number };

const PAGES_MAX = 20;
const NOTED_AFTER_MS = 150;

/**
 * Nothing of a list is kept once it is left, so that it is never old. Whoever comes back by the browser's own button
 * finds as many pages of it as before, and stands where they stood.
 * @param visit names this entry of the browser's history
 */
export function useReturn(visit: string, list: List): void {
  const [left] = useState(() => readLeft(visit));
  const [isThere, setThere] = useState(left === null);
  const goOn = useEffectEvent(() => {
    if (isThere || left === null || list.pages === 0 || list.isFetching) return;
    if (list.pages < left.pages && list.hasNextPage && !list.isError) {
      list.fetchNextPage();
      return;
    }
    window.scrollTo(0, left.y);
    setThere(true);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that has come is a step
  useEffect(() => goOn(), [list.pages, list.isFetching]);

  const note = useEffectEvent(() => {
    if (isThere && list.pages > 0) writeLeft(visit, { pages: Math.min(list.pages, PAGES_MAX), y: window.scrollY });
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => note(), NOTED_AFTER_MS);
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", onScroll);
    };
  }, []);
}

function keyOf(visit: string): string {
  return `fieldhouse.left.${visit}`;
}

function readLeft(visit: string): Left | null {
  try {
    const left: unknown = JSON.parse(sessionStorage.getItem(keyOf(visit)) ?? "null");
    if (typeof left !== "object" || left === null || !("pages" in left) || !("y" in left)) return null;
    return typeof left.pages === "number" && typeof left.y === "number" ? { pages: left.pages, y: left.y } : null;
  } catch {
    return null;
  }
}

function writeLeft(visit: string, left: Left): void {
  try {
    sessionStorage.setItem(keyOf(visit), JSON.stringify(left));
  } catch {
    // Storage is closed to this page, or full: then one comes back to the top.
  }
}

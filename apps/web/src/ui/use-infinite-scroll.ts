import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

const THRESHOLD = 0.8;
const THROTTLE_MS = 150;

/**
 * Asks for more when four fifths of the page, or of the box that the list scrolls in, lie above the lower edge. Who
 * scrolled while it was off, as while something was fetched, is answered when it is on again; and where all of it is in
 * sight, nobody can scroll, and more is fetched until there is something to scroll.
 */
export function useInfiniteScroll(list: RefObject<Element | null>, isOn: boolean, onMore: () => void): void {
  const missed = useRef<Element>(null);
  const look = useEffectEvent((box: Element) => {
    missed.current = isOn ? null : box;
    if (isOn && box.scrollTop + box.clientHeight >= THRESHOLD * box.scrollHeight) onMore();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = ({ target }: Event) => {
      const box = target instanceof Element ? target : document.documentElement;
      if (!box.contains(list.current)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        look(box);
      }, THROTTLE_MS);
    };
    // A box's own scrolling does not bubble.
    const how = { passive: true, capture: true };
    window.addEventListener("scroll", onScroll, how);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", onScroll, how);
    };
  }, [list]);
  useEffect(() => {
    const box = missed.current ?? unscrollable(list.current);
    if (isOn && box) look(box);
  }, [isOn, list]);
}

/** @returns the box that the list would scroll in, where all of that is in sight */
function unscrollable(list: Element | null): Element | null {
  let box = list?.parentElement ?? null;
  while (box && box !== document.documentElement && !/auto|scroll/.test(getComputedStyle(box).overflowY))
    box = box.parentElement;
  return box && box.scrollHeight <= box.clientHeight ? box : null;
}

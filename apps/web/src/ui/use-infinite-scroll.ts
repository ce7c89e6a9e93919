import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

const THRESHOLD = 0.8;
const THROTTLE_MS = 150;

/**
 * Asks for more when four fifths of the page, or of the box that the list scrolls in, lie above the lower edge. Who
 * scrolled while it was off, as while something was fetched, is answered when it is on again.
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
    if (isOn && missed.current) look(missed.current);
  }, [isOn]);
}

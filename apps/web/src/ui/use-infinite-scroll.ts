import { type RefObject, useEffect, useEffectEvent } from "react";

const THRESHOLD = 0.8;
const THROTTLE_MS = 150;

/** Asks for more when four fifths of the page, or of the box that the list scrolls in, lie above the lower edge. */
export function useInfiniteScroll(list: RefObject<Element | null>, isOn: boolean, onMore: () => void): void {
  const ask = useEffectEvent(onMore);
  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (box: Element) => {
      timer = undefined;
      if (box.scrollTop + box.clientHeight >= THRESHOLD * box.scrollHeight) ask();
    };
    const onScroll = ({ target }: Event) => {
      const box = target instanceof Element ? target : document.documentElement;
      if (box.contains(list.current)) timer ??= setTimeout(look, THROTTLE_MS, box);
    };
    // A box's own scrolling does not bubble.
    const how = { passive: true, capture: true };
    window.addEventListener("scroll", onScroll, how);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", onScroll, how);
    };
  }, [isOn, list]);
}

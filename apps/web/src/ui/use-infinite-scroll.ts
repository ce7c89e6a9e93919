import { useEffect, useEffectEvent } from "react";

const THRESHOLD = 0.8;
const THROTTLE_MS = 150;

/** Asks for more when four fifths of the page lie above the lower edge of the window. */
export function useInfiniteScroll(isOn: boolean, onMore: () => void): void {
  const ask = useEffectEvent(onMore);
  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      const page = document.documentElement;
      if (window.scrollY + window.innerHeight >= THRESHOLD * page.scrollHeight) ask();
    };
    const onScroll = () => {
      timer ??= setTimeout(look, THROTTLE_MS);
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", onScroll);
    };
  }, [isOn]);
}

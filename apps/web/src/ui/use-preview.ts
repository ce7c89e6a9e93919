import { type PointerEvent, useEffect, useState } from "react";
import { useReducedMotion } from "#lib/use-media.ts";

/** Shorter is a pointer on its way to something else. */
const REST_MS = 600;

type Preview = {
  isPreviewing: boolean;
  handlers: {
    onPointerEnter: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: () => void;
  };
};

/** Whether the pointer or the focus has rested on a card for 600 ms. Never by touch, never under reduced motion. */
export function usePreview(hasPreview: boolean): Preview {
  const isStill = useReducedMotion();
  const [isAimedAt, setIsAimedAt] = useState(false);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const isWanted = isAimedAt && hasPreview && !isStill;

  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => setIsPreviewing(true), REST_MS);
    return () => {
      clearTimeout(timer);
      setIsPreviewing(false);
    };
  }, [isWanted]);

  return {
    isPreviewing,
    handlers: {
      onPointerEnter: (event) => setIsAimedAt(event.pointerType !== "touch"),
      onPointerLeave: () => setIsAimedAt(false),
      // A tap focuses as well, and is not the keyboard.
      onFocus: () => setIsAimedAt(!window.matchMedia("(pointer: coarse)").matches),
      onBlur: () => setIsAimedAt(false),
    },
  };
}

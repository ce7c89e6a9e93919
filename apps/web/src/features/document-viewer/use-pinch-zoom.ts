import { type RefObject, useEffect, useEffectEvent } from "react";

/** In pixels from the upper left corner of the view. */
export type ViewPoint = { xPx: number; yPx: number };

type PinchZoom = {
  percent: number;
  /** @param at the point that stays where it is */
  onZoom: (percent: number, at: ViewPoint) => void;
};

/** A notch of a wheel is about 100 and zooms by a quarter; a trackpad sends many small steps. */
const WHEEL_PX_PER_E = 450;

/** Zooms with two fingers, and by the wheel with Ctrl held, which is also what a trackpad sends for a pinch. */
export function usePinchZoom(view: RefObject<HTMLElement | null>, { percent, onZoom }: PinchZoom): void {
  const zoom = useEffectEvent((factor: number, from: number, at: ViewPoint) => onZoom(from * factor, at));
  const current = useEffectEvent(() => percent);
  useEffect(() => {
    const element = view.current;
    if (!element) return;
    /** Null: there are not two fingers. */
    let begun: { distancePx: number; percent: number } | null = null;
    const listeners = new AbortController();
    // Not passive, unlike React's: the browser would zoom the whole page.
    const options = { passive: false, signal: listeners.signal };

    const onTouches = ({ touches }: TouchEvent) => {
      const fingers = toFingers(touches);
      begun = fingers && { distancePx: distanceOf(fingers), percent: current() };
    };
    element.addEventListener("touchstart", onTouches, options);
    element.addEventListener("touchend", onTouches, options);
    element.addEventListener("touchcancel", onTouches, options);
    element.addEventListener(
      "touchmove",
      (event) => {
        const fingers = toFingers(event.touches);
        if (!fingers || !begun) return;
        event.preventDefault();
        zoom(distanceOf(fingers) / begun.distancePx, begun.percent, toPoint(element, middleOf(fingers)));
      },
      options,
    );
    element.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        zoom(Math.exp(-event.deltaY / WHEEL_PX_PER_E), current(), toPoint(element, event));
      },
      options,
    );
    return () => listeners.abort();
  }, [view]);
}

type ClientPoint = { clientX: number; clientY: number };
type Fingers = readonly [ClientPoint, ClientPoint];

function toFingers({ length, 0: one, 1: other }: TouchList): Fingers | null {
  return length === 2 && one && other ? [one, other] : null;
}

function distanceOf([one, other]: Fingers): number {
  return Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
}

function middleOf([one, other]: Fingers): ClientPoint {
  return { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 };
}

function toPoint(element: HTMLElement, { clientX, clientY }: ClientPoint): ViewPoint {
  const { left, top } = element.getBoundingClientRect();
  return { xPx: clientX - left, yPx: clientY - top };
}

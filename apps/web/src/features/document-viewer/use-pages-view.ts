import type { DocumentPage } from "@app/contract/documents";
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  type Anchor,
  anchorAt,
  layOut,
  type PlacedPage,
  pageAt,
  percentOf,
  scrollOf,
  startOf,
  toPercentZoom,
  type ViewSize,
  type Zoom,
} from "./document-layout.ts";

/** Pages this many heights of the view above and below it are drawn, too. */
const OVERSCAN = 1;

export type PagesView = {
  view: RefObject<HTMLDivElement | null>;
  placed: PlacedPage[];
  /** Indexes of the pages to draw. */
  drawn: { first: number; last: number };
  /** The page that the user went to, as long as it is in view; otherwise the one in the middle of the view. */
  page: number;
  percent: number;
  zoom: Zoom;
  setZoom: (zoom: Zoom) => void;
  /** Zooms around a point of the view, which stays where it is. */
  zoomAt: (percent: number, at: ViewPoint) => void;
  /** @param share how far down the page to go, 0 to 1; by default to its start */
  goTo: (page: number, share?: number) => void;
  onScroll: () => void;
};

/** The page to begin at, from 1; after a reload or on the way back, the scroll position of before, in pixels. */
type Start = { page: number; scrollPx: number | null };

/** The positions of the pages, which of them are rendered, and navigation between them. */
export function usePagesView(pages: readonly DocumentPage[], start: Start): PagesView {
  const view = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<ViewSize | null>(null);
  const [zoom, setZoom] = useState<Zoom>({ kind: "width" });
  const [scrollPx, setScrollPx] = useState(0);
  const placed = useMemo(() => (size ? layOut(pages, size, zoom) : []), [pages, size, zoom]);
  /** What stays at the top when the layout changes; a number is a page to scroll to. */
  const anchor = useRef<Anchor | number>(start.page);
  const restoredPx = useRef(start.scrollPx);
  /**
   * The page that the user went to, because several short pages fit into the view, and the last ones cannot scroll to
   * its top.
   */
  const [gone, setGone] = useState<{ page: number; scrollPx: number } | null>(null);
  /** Until the next layout: what stays at a point of the view, and how far across its page, 0 to 1. */
  const focus = useRef<(ViewPoint & { place: Anchor; across: number }) | null>(null);

  useLayoutEffect(() => {
    const element = view.current;
    if (!element) return;
    const measure = () => setSize({ widthPx: element.clientWidth, heightPx: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const keepPlace = useEffectEvent(() => {
    const element = view.current;
    if (!element || placed.length === 0) return;
    if (restoredPx.current !== null) anchor.current = anchorAt(placed, restoredPx.current);
    restoredPx.current = null;
    const at = focus.current;
    focus.current = null;
    const wanted = at === null ? anchor.current : at.place;
    // Until the page that the link names has been drawn.
    if (typeof wanted === "number" && wanted > placed.length) return;
    const { kept, opened } = toPlace(wanted, placed);
    anchor.current = scrollToAnchor(element, placed, kept, at);
    if (opened !== null) setGone({ page: opened, scrollPx: element.scrollTop });
    setScrollPx(element.scrollTop);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is restored after each new layout
  useLayoutEffect(() => keepPlace(), [placed]);

  const goTo = useCallback(
    (page: number, share?: number) => {
      const index = Math.min(Math.max(page, 1), placed.length) - 1;
      const element = view.current;
      if (!element || index < 0) return;
      element.scrollTop = scrollOf(placed, share === undefined ? startOf(placed, index) : { index, share });
      setGone({ page: index + 1, scrollPx: element.scrollTop });
    },
    [placed],
  );

  const zoomAt = (percent: number, { xPx, yPx }: ViewPoint) => {
    const element = view.current;
    if (!element) return;
    const place = anchorAt(placed, element.scrollTop + yPx);
    const page = placed[place.index];
    if (!page) return;
    // Not the anchor: the scroll event of the layout before can come first, and sets that.
    focus.current = { xPx, yPx, place, across: (element.scrollLeft + xPx - page.leftPx) / page.widthPx };
    setZoom(toPercentZoom(percent));
  };

  const onScroll = () => {
    const element = view.current;
    if (!element) return;
    setScrollPx(element.scrollTop);
    if (placed.length > 0) anchor.current = anchorAt(placed, element.scrollTop);
  };

  const heightPx = size?.heightPx ?? 0;
  const index =
    gone?.scrollPx === scrollPx ? Math.min(gone.page, placed.length) - 1 : pageAt(placed, scrollPx + heightPx / 2);
  return {
    view,
    placed,
    zoom,
    setZoom,
    zoomAt,
    goTo,
    onScroll,
    drawn: {
      first: pageAt(placed, scrollPx - OVERSCAN * heightPx),
      last: pageAt(placed, scrollPx + (1 + OVERSCAN) * heightPx),
    },
    page: placed.length === 0 ? start.page : index + 1,
    percent: percentOf(pages[index], placed[index]),
  };
}

/** @returns the place to keep; also its page if that begins at the top of the view */
function toPlace(wanted: Anchor | number, placed: readonly PlacedPage[]): { kept: Anchor; opened: number | null } {
  if (typeof wanted !== "number" && wanted.index < placed.length) return { kept: wanted, opened: null };
  // A new file may have fewer pages than the old one.
  const opened = typeof wanted === "number" ? wanted : placed.length;
  return { kept: startOf(placed, opened - 1), opened };
}

/** In pixels from the upper left corner of the view. */
type ViewPoint = { xPx: number; yPx: number };

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

/**
 * Scrolls to what stays, at the point of the view where it was.
 * @param at null: at the top
 * @returns what is at the top then
 */
function scrollToAnchor(
  element: HTMLElement,
  placed: readonly PlacedPage[],
  kept: Anchor,
  at: (ViewPoint & { across: number }) | null,
): Anchor {
  element.scrollTop = scrollOf(placed, kept) - (at?.yPx ?? 0);
  const page = placed[kept.index];
  if (!at || !page) return kept;
  element.scrollLeft = page.leftPx + at.across * page.widthPx - at.xPx;
  return anchorAt(placed, element.scrollTop);
}

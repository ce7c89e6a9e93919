import type { DocumentPage } from "@app/contract/documents";
import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import {
  type Anchor,
  anchorAt,
  layOut,
  type PlacedPage,
  pageAt,
  percentOf,
  scrollOf,
  startOf,
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
  /** Number of the page in the middle of the view. */
  page: number;
  percent: number;
  zoom: Zoom;
  setZoom: (zoom: Zoom) => void;
  /** @param share how far down the page to go, 0 to 1; by default to its start */
  goTo: (page: number, share?: number) => void;
  onScroll: () => void;
};

/** Which pages are where, which of them are drawn, and how one gets to another. */
export function usePagesView(pages: readonly DocumentPage[], startPage: number): PagesView {
  const view = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<ViewSize | null>(null);
  const [zoom, setZoom] = useState<Zoom>({ kind: "width" });
  const [scrollPx, setScrollPx] = useState(0);
  const placed = useMemo(() => (size ? layOut(pages, size, zoom) : []), [pages, size, zoom]);
  /** What stays at the top when the layout changes; a number is a page that is still to be gone to. */
  const anchor = useRef<Anchor | number>(startPage);

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
    const wanted = anchor.current;
    if (typeof wanted === "number") {
      // Until the page that the link names has been drawn.
      if (wanted > placed.length) return;
      anchor.current = startOf(placed, wanted - 1);
    }
    element.scrollTop = scrollOf(placed, typeof wanted === "number" ? startOf(placed, wanted - 1) : wanted);
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
    },
    [placed],
  );

  const onScroll = () => {
    const element = view.current;
    if (!element) return;
    setScrollPx(element.scrollTop);
    if (placed.length > 0) anchor.current = anchorAt(placed, element.scrollTop);
  };

  const heightPx = size?.heightPx ?? 0;
  const index = pageAt(placed, scrollPx + heightPx / 2);
  return {
    ...{ view, placed, zoom, setZoom, goTo, onScroll },
    drawn: {
      first: pageAt(placed, scrollPx - OVERSCAN * heightPx),
      last: pageAt(placed, scrollPx + (1 + OVERSCAN) * heightPx),
    },
    page: placed.length === 0 ? startPage : index + 1,
    percent: percentOf(pages[index], placed[index]),
  };
}

import type { DocumentPage } from "@app/contract/documents";

export type Zoom = { kind: "width" } | { kind: "page" } | { kind: "percent"; percent: number };

/** The visible area of the pages. */
export type ViewSize = { widthPx: number; heightPx: number };

/** Where a page is, from the top of all pages. */
export type PlacedPage = { topPx: number; leftPx: number; widthPx: number; heightPx: number };

/** A place in the document that stays where it is when the zoom or the window changes. */
export type Anchor = { index: number; share: number };

type PageSize = Pick<DocumentPage, "width_px" | "height_px">;

/** Between the pages and around them. */
export const GAP_PX = 12;
const SMALLEST_PERCENT = 25;
const LARGEST_PERCENT = 400;
const PERCENTS = [SMALLEST_PERCENT, 33, 50, 67, 75, 90, 100, 125, 150, 175, 200, 250, 300, LARGEST_PERCENT];
/** Pages are drawn twice as large as a page of 100 %. */
const PIXELS_PER_PIXEL = 2;

/** Places the pages below each other, centered. */
export function layOut(pages: readonly PageSize[], view: ViewSize, zoom: Zoom): PlacedPage[] {
  let topPx = GAP_PX;
  return pages.map((page) => {
    const scale = scaleOf(page, view, zoom);
    const widthPx = Math.max(1, Math.round(page.width_px * scale));
    const heightPx = Math.max(1, Math.round(page.height_px * scale));
    const placed = { topPx, leftPx: Math.max(GAP_PX, Math.round((view.widthPx - widthPx) / 2)), widthPx, heightPx };
    topPx += heightPx + GAP_PX;
    return placed;
  });
}

function scaleOf(page: PageSize, view: ViewSize, zoom: Zoom): number {
  if (zoom.kind === "percent") return zoom.percent / 100 / PIXELS_PER_PIXEL;
  const widest = Math.max(1, view.widthPx - 2 * GAP_PX) / page.width_px;
  return zoom.kind === "width" ? widest : Math.min(widest, Math.max(1, view.heightPx - 2 * GAP_PX) / page.height_px);
}

/** The size of a page in percent, whatever decided it. */
export function percentOf(page: PageSize | undefined, placed: PlacedPage | undefined): number {
  return page && placed ? Math.round((placed.widthPx / page.width_px) * PIXELS_PER_PIXEL * 100) : 100;
}

/** Any size between the smallest and the largest step. */
export function toPercentZoom(percent: number): Zoom {
  return { kind: "percent", percent: Math.min(Math.max(percent, SMALLEST_PERCENT), LARGEST_PERCENT) };
}

/** The next larger or smaller step. */
export function stepZoom(percent: number, direction: 1 | -1): Zoom {
  const next = direction === 1 ? PERCENTS.find((step) => step > percent) : PERCENTS.findLast((step) => step < percent);
  return { kind: "percent", percent: next ?? (direction === 1 ? LARGEST_PERCENT : SMALLEST_PERCENT) };
}

/** The height of all pages together. */
export function totalHeight(placed: readonly PlacedPage[]): number {
  const last = placed.at(-1);
  return last ? last.topPx + last.heightPx + GAP_PX : 0;
}

/** Index of the page at a height; of the nearest one between pages. */
export function pageAt(placed: readonly PlacedPage[], yPx: number): number {
  let low = 0;
  let high = placed.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((placed[middle]?.topPx ?? 0) <= yPx) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** What is at the top of the view. */
export function anchorAt(placed: readonly PlacedPage[], scrollPx: number): Anchor {
  const index = pageAt(placed, scrollPx + GAP_PX);
  const page = placed[index];
  return { index, share: page ? (scrollPx - page.topPx) / page.heightPx : 0 };
}

/** How far to scroll so that the anchor is at the top again. */
export function scrollOf(placed: readonly PlacedPage[], { index, share }: Anchor): number {
  const page = placed[index];
  return page ? Math.max(0, page.topPx + share * page.heightPx) : 0;
}

/** The start of a page, with the gap above it. */
export function startOf(placed: readonly PlacedPage[], index: number): Anchor {
  const page = placed[index];
  return { index, share: page ? -GAP_PX / page.heightPx : 0 };
}

import type { DocumentContent, DocumentPage } from "@app/contract/documents";
import { clsx } from "clsx";
import { type ReactNode, type UIEvent, useEffect, useRef, useState } from "react";
import { useFailedImage } from "#lib/use-failed-image.ts";
import { passFocusToPages } from "./viewer-keys.ts";

type SidePanelProps = {
  document: DocumentContent;
  /** The page that is being read. */
  page: number;
  /** False at first: only its place is kept. */
  isRendered: boolean;
  /** False while the page that is being read loads. */
  areImagesLoaded: boolean;
  onGoTo: (page: number) => void;
  /** The same, as a step in the browser's history. */
  onJump: (page: number) => void;
};

const ROW_PX = 184;
const OVERSCAN_ROWS = 3;

/** Small pictures of all pages, and the outline if there is one. */
export function SidePanel({ document, page, isRendered, areImagesLoaded, onGoTo, onJump }: SidePanelProps) {
  const [shown, setShown] = useState<"pages" | "contents">("pages");
  const thumbnails = isRendered && (
    <Thumbnails pages={document.pages} page={page} areImagesLoaded={areImagesLoaded} onGoTo={onGoTo} />
  );
  return (
    <aside
      ref={passFocusToPages}
      aria-label="Pages and contents"
      className="flex w-52 shrink-0 flex-col border-r border-line bg-raised max-sm:absolute max-sm:inset-y-0 max-sm:left-0 max-sm:z-10 max-sm:shadow-float"
    >
      {document.outline.length === 0 ? (
        thumbnails
      ) : (
        <>
          <div className="flex gap-1 border-b border-line p-1">
            <PanelSwitch isOn={shown === "pages"} onSelect={() => setShown("pages")}>
              Pages
            </PanelSwitch>
            <PanelSwitch isOn={shown === "contents"} onSelect={() => setShown("contents")}>
              Contents
            </PanelSwitch>
          </div>
          {shown === "pages" ? thumbnails : <Outline document={document} onGoTo={onJump} />}
        </>
      )}
    </aside>
  );
}

function PanelSwitch({ isOn, onSelect, children }: { isOn: boolean; onSelect: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onSelect}
      className="h-9 grow rounded-control text-sm font-semibold text-muted hover:bg-lift aria-pressed:bg-lift aria-pressed:text-text touch:h-11"
    >
      {children}
    </button>
  );
}

type ThumbnailsProps = Omit<SidePanelProps, "document" | "isRendered" | "onJump"> & { pages: readonly DocumentPage[] };

/** Only the rows in sight are drawn: a document may have 500 pages. */
function Thumbnails({ pages, page, areImagesLoaded, onGoTo }: ThumbnailsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState({ topPx: 0, heightPx: 800 });
  // Keeps the page that is being read in sight.
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const topPx = (page - 1) * ROW_PX;
    if (topPx < element.scrollTop || topPx + ROW_PX > element.scrollTop + element.clientHeight)
      element.scrollTop = topPx - (element.clientHeight - ROW_PX) / 2;
    setScroll({ topPx: element.scrollTop, heightPx: element.clientHeight });
  }, [page]);

  const first = Math.max(0, Math.floor(scroll.topPx / ROW_PX) - OVERSCAN_ROWS);
  const last = Math.ceil((scroll.topPx + scroll.heightPx) / ROW_PX) + OVERSCAN_ROWS;
  return (
    <div
      ref={list}
      tabIndex={-1}
      onScroll={({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLElement>) =>
        setScroll({ topPx: scrollTop, heightPx: clientHeight })
      }
      className="min-h-0 grow overflow-y-auto overscroll-contain"
    >
      <ol aria-label="Pages" className="relative" style={{ height: pages.length * ROW_PX }}>
        {pages.slice(first, last).map((one) => (
          <li
            key={one.page}
            ref={passFocusToPages}
            className="absolute inset-x-0 grid place-items-center"
            style={{ top: (one.page - 1) * ROW_PX, height: ROW_PX }}
          >
            <button
              type="button"
              aria-label={`Page ${one.page}`}
              aria-current={one.page === page ? "page" : undefined}
              onClick={() => onGoTo(one.page)}
              className="group flex flex-col items-center gap-1 rounded-control p-1"
            >
              <Thumbnail page={one} isCurrent={one.page === page} isLoaded={areImagesLoaded} />
              <span className="score text-sm text-muted">{one.page}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

type ThumbnailProps = { page: DocumentPage; isCurrent: boolean; isLoaded: boolean };

function Thumbnail({ page: { images, width_px, height_px }, isCurrent, isLoaded }: ThumbnailProps) {
  const { hasFailed, onError } = useFailedImage(images.thumbnail);
  return (
    <img
      {...(isLoaded && !hasFailed && { src: images.thumbnail })}
      alt=""
      width={width_px}
      height={height_px}
      loading="lazy"
      onError={onError}
      className={clsx(
        "h-[144px] w-[144px] object-contain",
        isCurrent ? "outline-2 outline-accent" : "group-hover:outline-2 group-hover:outline-edge",
      )}
    />
  );
}

function Outline({ document, onGoTo }: Pick<SidePanelProps, "document" | "onGoTo">) {
  return (
    <ul className="min-h-0 grow overflow-y-auto overscroll-contain py-1">
      {document.outline.map(({ title, depth, page }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the outline never changes
        <li key={index} style={{ paddingLeft: `${Math.min(depth, 4) * 0.75}rem` }}>
          {page === null ? (
            <p className="px-2 py-1.5 text-sm break-words text-muted">{title}</p>
          ) : (
            <button
              type="button"
              onClick={() => onGoTo(page)}
              className="flex w-full gap-2 rounded-control px-2 py-1.5 text-left text-sm hover:bg-lift touch:min-h-11"
            >
              <span className="grow break-words">{title}</span>
              <span className="score text-muted">{page}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

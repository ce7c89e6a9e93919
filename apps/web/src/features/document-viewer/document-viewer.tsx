import type { DocumentContent } from "@app/contract/documents";
import { useElementScrollRestoration } from "@tanstack/react-router";
import { clsx } from "clsx";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { PERSONAL_PREFIX } from "#lib/personal-storage.ts";
import { toast } from "#lib/toast.ts";
import { stepZoom, totalHeight } from "./document-layout.ts";
import { DocumentPage } from "./document-page.tsx";
import { FindBar } from "./find-bar.tsx";
import type { DocumentSource } from "./page-text.tsx";
import { PrintedPages, usePrintShortcut } from "./printed-pages.tsx";
import { SidePanel } from "./side-panel.tsx";
import { useDocumentSearch } from "./use-document-search.ts";
import { useHistoryPage, usePageHistory } from "./use-page-history.ts";
import { type PagesView, usePagesView, usePinchZoom } from "./use-pages-view.ts";
import { toViewerCommand, type ViewerCommand } from "./viewer-keys.ts";
import { ViewerToolbar } from "./viewer-toolbar.tsx";

/** A hit is shown this share of a page below the top of the view. */
const ABOVE_HIT = 0.08;
const WIDE_PX = 1_100;

type DocumentViewerProps = {
  contentId: string;
  title: string;
  document: DocumentContent;
  /** The page to begin at, from 1. */
  startPage: number;
  /** What to search for at once; empty for nothing. */
  startQuery: string;
  /** The first page's picture is shown, or could not be loaded. */
  onShown: () => void;
  /** Another page is being read. */
  onPage: (page: number) => void;
  /** False at first: words and other pictures would take connections and processor from the first page. */
  isRestLoaded: boolean;
};

/** Shows a document's pages as pictures, with a text layer that can be selected, searched and read aloud. */
export function DocumentViewer({ contentId, title, document: content, ...props }: DocumentViewerProps) {
  const { pages, page_count: pageCount } = content;
  const root = useRef<HTMLElement>(null);
  const findInput = useRef<HTMLInputElement>(null);
  const [isPanelOpen, setPanelOpen] = usePanel(contentId, pageCount);
  const [isFindOpen, setFindOpen] = useState(props.startQuery !== "");
  const [isPrinting, setPrinting] = useState(false);
  const isFullscreen = useIsFullscreen();
  // The page to read is rendered first, and what is around it right after.
  const hasTools = useDeferredValue(true, false);
  const restored = useElementScrollRestoration({ id: toScrollId(contentId) });
  const view = usePagesView(pages, { page: useHistoryPage() ?? props.startPage, scrollPx: restored?.scrollY ?? null });
  const jump = usePageHistory(view);
  const reportPage = useEffectEvent(() => props.onPage(view.page));
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new page
  useEffect(() => reportPage(), [view.page]);
  usePinchZoom(view.view, { percent: view.percent, onZoom: view.zoomAt });
  const source = { contentId, version: content.version };
  useAnnounceVersion(content.version);
  const search = useDocumentSearch({
    source,
    startQuery: props.startQuery,
    page: view.page,
    readableCount: pages.length,
    isComplete: pages.length === pageCount,
    onHit: (page, share) => view.goTo(page, Math.max(0, share - ABOVE_HIT)),
  });

  const commands: Record<ViewerCommand, () => void> = {
    next_page: () => view.goTo(view.page + 1),
    previous_page: () => view.goTo(view.page - 1),
    first_page: () => view.goTo(1),
    last_page: () => view.goTo(pages.length),
    zoom_in: () => view.setZoom(stepZoom(view.percent, 1)),
    zoom_out: () => view.setZoom(stepZoom(view.percent, -1)),
    fit_width: () => view.setZoom({ kind: "width" }),
    fit_page: () => view.setZoom({ kind: "page" }),
    find: () => {
      setFindOpen(true);
      // After the bar has been rendered.
      requestAnimationFrame(() => findInput.current?.focus());
    },
    toggle_panel: () => setPanelOpen(!isPanelOpen),
    // Safari on an iPhone has no full screen for a page's own elements.
    toggle_fullscreen: () =>
      void (isFullscreen ? document.exitFullscreen() : root.current?.requestFullscreen?.().catch(() => undefined)),
  };

  usePrintShortcut(content.download === null ? null : () => setPrinting(true));

  const goFromPanel = (go: (page: number) => void) => (page: number) => {
    go(page);
    if (doesPanelCoverPage()) setPanelOpen(false);
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Escape" && doesPanelCoverPage()) setPanelOpen(false);
    const command = toViewerCommand(event.nativeEvent);
    if (command === null) return;
    event.preventDefault();
    commands[command]();
  }

  return (
    <section
      ref={root}
      aria-label={`Document: ${title}`}
      onKeyDown={onKeyDown}
      className={clsx(
        "flex flex-col overflow-clip border border-line bg-ground",
        isFullscreen ? "h-dvh" : "h-[calc(100dvh-7rem)] min-h-64 sm:rounded-media",
      )}
    >
      <ViewerToolbar
        isRendered={hasTools}
        page={view.page}
        pageCount={pageCount}
        percent={view.percent}
        zoomKind={view.zoom.kind}
        isPanelOpen={isPanelOpen}
        isFindOpen={isFindOpen}
        isFullscreen={isFullscreen}
        isPrinting={isPrinting}
        downloadUrl={content.download}
        onPrint={() => setPrinting(true)}
        onPage={(page) => view.goTo(page)}
        run={(command) => commands[command]()}
      />
      {isPrinting && <PrintedPages title={title} pages={pages} onEnd={() => setPrinting(false)} />}
      {isFindOpen && (
        <FindBar
          {...search}
          input={findInput}
          hasText={content.has_text}
          onRetry={search.retry}
          onQuery={search.setQuery}
          onStep={search.step}
          onClose={() => {
            setFindOpen(false);
            search.setQuery("");
            view.view.current?.focus();
          }}
        />
      )}
      <div className="relative flex min-h-0 grow">
        {isPanelOpen && (
          <SidePanel
            document={content}
            page={view.page}
            isRendered={hasTools}
            areImagesLoaded={props.isRestLoaded}
            onGoTo={goFromPanel(view.goTo)}
            onJump={goFromPanel(jump)}
          />
        )}
        <Pages
          source={source}
          content={content}
          view={view}
          onGoTo={jump}
          onShown={props.onShown}
          isRestLoaded={props.isRestLoaded}
          highlightOn={search.highlightOn}
        />
      </div>
    </section>
  );
}

/** By it the router keeps where each document was read; without it, the next one would open at the same place. */
function toScrollId(contentId: string): string {
  return `document-${contentId}`;
}

/** Whether the panel is open: as it was last left in this tab, because a scroll position belongs to the width beside it. */
function usePanel(contentId: string, pageCount: number): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const key = `${PERSONAL_PREFIX}document-panel.${contentId}`;
  const [isOpen, setOpen] = useState(
    () => pageCount > 1 && !doesPanelCoverPage() && (readPanel(key) ?? globalThis.innerWidth >= WIDE_PX),
  );
  const change = (next: boolean) => {
    setOpen(next);
    // Where it covers the page it also closes by itself, and the page keeps its width.
    if (!doesPanelCoverPage()) savePanel(key, next);
  };
  return [isOpen, change];
}

function savePanel(key: string, isOpen: boolean): void {
  try {
    sessionStorage.setItem(key, isOpen ? "open" : "closed");
  } catch {
    // Storage is blocked or full: the panel begins as it does at first.
  }
}

function readPanel(key: string): boolean | null {
  try {
    const kept = sessionStorage.getItem(key);
    return kept === null ? null : kept === "open";
  } catch {
    return null;
  }
}

/** Below the breakpoint `sm`. */
function doesPanelCoverPage(): boolean {
  return globalThis.matchMedia("(width < 40rem)").matches;
}

function useAnnounceVersion(version: string): void {
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current !== version) toast.info("This document was updated.");
    shown.current = version;
  }, [version]);
}

type PagesProps = {
  source: DocumentSource;
  content: DocumentContent;
  view: PagesView;
  onGoTo: (page: number) => void;
  highlightOn: ReturnType<typeof useDocumentSearch>["highlightOn"];
} & Pick<DocumentViewerProps, "onShown" | "isRestLoaded">;

/** Only the visible pages and their neighbors are rendered. */
function Pages({ source, content: { pages, page_count: pageCount }, view, ...props }: PagesProps) {
  const { placed, drawn } = view;
  const widestPx = Math.max(0, ...placed.map(({ leftPx, widthPx }) => leftPx + widthPx));
  return (
    <div
      ref={view.view}
      role="document"
      aria-label="Pages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      data-scroll-restoration-id={toScrollId(source.contentId)}
      onScroll={view.onScroll}
      onCopy={copyLines}
      className="relative min-w-0 grow touch-pan-x touch-pan-y overflow-auto bg-lift focus-visible:outline-offset-[-2px]"
    >
      <div className="relative" style={{ height: totalHeight(placed), width: widestPx, minWidth: "100%" }}>
        {placed.slice(drawn.first, drawn.last + 1).map((at, offset) => {
          const data = pages[drawn.first + offset];
          if (!data) return null;
          return (
            <DocumentPage
              key={data.page}
              source={source}
              data={data}
              placed={at}
              pageCount={pageCount}
              readableCount={pages.length}
              highlight={props.highlightOn(data.page)}
              isFirstShown={data.page === view.page}
              onShown={props.onShown}
              isRestLoaded={props.isRestLoaded}
              onGoTo={props.onGoTo}
            />
          );
        })}
      </div>
      {pages.length < pageCount && (
        <p role="status" className="sticky left-0 px-4 pb-6 text-center text-muted">
          {pages.length} of {pageCount} pages are ready; the others follow.
        </p>
      )}
    </div>
  );
}

/** Each word is a separate element, which the browser would copy as a separate line. */
function copyLines(event: ClipboardEvent): void {
  const lines = (document.getSelection()?.toString() ?? "").replace(/ \n+/g, " ").replace(/\n{2,}/g, "\n");
  if (lines === "") return;
  event.clipboardData.setData("text/plain", lines);
  event.preventDefault();
}

function useIsFullscreen(): boolean {
  const [isFullscreen, setFullscreen] = useState(false);
  useEffect(() => {
    const read = () => setFullscreen(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", read);
    return () => document.removeEventListener("fullscreenchange", read);
  }, []);
  return isFullscreen;
}

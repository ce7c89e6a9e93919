import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { CONTROL, passFocusOn } from "#lib/pass-focus.ts";
import { Button } from "./button.tsx";
import { LoadError } from "./load-error.tsx";
import { MediaCardSkeleton } from "./skeleton.tsx";

/** Loads the next page at this share of the scroll height. */
const THRESHOLD = 0.8;
const THROTTLE_MS = 150;

const PLACEHOLDERS = Array.from({ length: 8 }, (_, index) => index);
/** Repeated in `public/skeletons/channel-card.html`; `CARD_SIZES` in the contract tells the browser how wide a card is. */
export const CARD_GRID = "grid gap-x-4 gap-y-8 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4";

type InfiniteListProps<Page, Item extends { id: string }> = {
  /** What the list holds, in the plural. */
  label: string;
  list: UseInfiniteQueryResult<InfiniteData<Page>>;
  itemsOf: (page: Page) => readonly Item[];
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** The placeholder of one card. */
  skeleton?: ReactNode;
  /** The placeholder of the first card, if its picture is already known. */
  firstSkeleton?: ReactNode;
  className?: string;
  children: (item: Item, index: number) => ReactNode;
};

/**
 * A list with infinite scroll in its four states: loading, failed, empty or filled. The browser's Back button restores
 * its pages and scroll position.
 */
export function InfiniteList<Page, Item extends { id: string }>({
  label,
  list,
  itemsOf,
  empty,
  skeleton = <MediaCardSkeleton />,
  firstSkeleton = skeleton,
  className = CARD_GRID,
  children,
}: InfiniteListProps<Page, Item>) {
  const element = useRef<HTMLUListElement>(null);
  const loadMore = () => void list.fetchNextPage();
  const { isPending, error, isFetching, hasNextPage, isFetchNextPageError: hasMoreFailed } = list;
  const pages = list.data?.pages ?? [];
  useScrollRestoration(label, list);
  useInfiniteScroll(element, hasNextPage && !isFetching && !hasMoreFailed, loadMore);

  if (isPending)
    return (
      <div role="status" className={className}>
        <span className="sr-only">Loading {label}</span>
        {PLACEHOLDERS.map((index) => (
          <div key={index}>{index === 0 ? firstSkeleton : skeleton}</div>
        ))}
      </div>
    );
  if (pages.length === 0)
    return <LoadError error={error} isRetrying={isFetching} onRetry={() => void list.refetch()} />;
  const items = withoutDuplicates(pages.flatMap(itemsOf));
  if (items.length === 0) return empty;
  return (
    <div className="flex flex-col gap-6">
      <h2 className="sr-only">{label}</h2>
      <ul ref={element} aria-label={label} className={className}>
        {items.map((item, index) => (
          <li key={item.id} ref={passFocusOn} className="min-w-0">
            {children(item, index)}
          </li>
        ))}
      </ul>
      <LoadMore list={list} items={element} />
    </div>
  );
}

/** What of an infinite query its end needs. */
export type MoreToLoad = {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage: () => unknown;
};

type LoadMoreProps = {
  list: MoreToLoad;
  /** The element whose children are the items. */
  items: RefObject<Element | null>;
};

/**
 * The end of an infinite list: a button for the next page, or why it failed. After a press, the first item that was added
 * takes the focus, or else Retry.
 */
export function LoadMore({ list, items }: LoadMoreProps) {
  const button = useRef<HTMLButtonElement>(null);
  const failure = useRef<HTMLDivElement>(null);
  const notePress = useFocusOnAdded(list, items, () => [button.current, failure.current]);
  if (list.isFetchNextPageError)
    return (
      <div ref={failure}>
        <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.fetchNextPage()} />
      </div>
    );
  if (!list.hasNextPage) return null;
  return (
    <Button
      ref={button}
      variant="secondary"
      busy={list.isFetchingNextPage}
      className="self-center"
      onClick={() => {
        notePress();
        list.fetchNextPage();
      }}
    >
      Load more
    </Button>
  );
}

/** @returns for the press: once the next page is there, its first item takes the focus, or else the button in `failure` */
function useFocusOnAdded(
  list: MoreToLoad,
  items: LoadMoreProps["items"],
  getEnd: () => [button: Element | null, failure: Element | null],
): () => void {
  /** How many items there were at the press; null after the focus has moved. */
  const countBefore = useRef<number | null>(null);
  useEffect(() => {
    if (list.isFetchingNextPage || countBefore.current === null) return;
    const [button, failure] = getEnd();
    const next = findControl(items.current?.children[countBefore.current] ?? failure);
    if (next === null && list.hasNextPage) return;
    countBefore.current = null;
    // The button goes with the last page, and its focus goes to the body.
    if (document.activeElement === document.body || document.activeElement === button)
      (next ?? document.querySelector("main"))?.focus({ preventScroll: true });
  });
  return () => {
    countBefore.current = items.current?.children.length ?? null;
  };
}

function findControl(within: Element | null): HTMLElement | null {
  return within?.querySelector<HTMLElement>(CONTROL) ?? null;
}

/** An item that moved to a later page between two requests is returned twice. */
function withoutDuplicates<Item extends { id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/**
 * Loads more once the page, or the box that the list scrolls in, is scrolled to 80 %. Scrolling while disabled counts
 * once it is enabled again. If everything fits without scrolling, it loads more until there is something to scroll.
 */
export function useInfiniteScroll(list: RefObject<Element | null>, isEnabled: boolean, onMore: () => void): void {
  const missed = useRef<Element>(null);
  const check = useEffectEvent((box: Element) => {
    missed.current = isEnabled ? null : box;
    if (isEnabled && box.scrollTop + box.clientHeight >= THRESHOLD * box.scrollHeight) onMore();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = ({ target }: Event) => {
      const box = target instanceof Element ? target : document.documentElement;
      if (!box.contains(list.current)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        check(box);
      }, THROTTLE_MS);
    };
    // Capturing, because the scroll event of a box does not bubble.
    const options = { passive: true, capture: true };
    window.addEventListener("scroll", onScroll, options);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", onScroll, options);
    };
  }, [list]);
  useEffect(() => {
    const box = missed.current ?? findUnscrollable(list.current);
    if (isEnabled && box) check(box);
  }, [isEnabled, list]);
}

/** @returns the scroll container of the list if its whole content is visible, otherwise null */
function findUnscrollable(list: Element | null): Element | null {
  let box = list?.parentElement ?? null;
  while (box && box !== document.documentElement && !/auto|scroll/.test(getComputedStyle(box).overflowY))
    box = box.parentElement;
  return box && box.scrollHeight <= box.clientHeight ? box : null;
}

type SavedPosition = { pages: number; y: number };

const PAGES_MAX = 20;
const SAVE_DELAY_MS = 150;

/**
 * Lists are not cached once they are left, so that they are never stale. After the browser's Back button this refetches
 * as many pages as before and scrolls to the old position.
 * @param name of the list, on its page
 */
export function useScrollRestoration(name: string, list: UseInfiniteQueryResult<InfiniteData<unknown>>): void {
  const historyKey = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? "" });
  const key = `${historyKey}.${name}`;
  const { isFetching, hasNextPage, isError, fetchNextPage } = list;
  const pages = list.data?.pages.length ?? 0;
  const [saved] = useState(() => readPosition(key));
  const [isRestored, setRestored] = useState(saved === null);
  const restore = useEffectEvent(() => {
    if (isRestored || saved === null || pages === 0 || isFetching) return;
    if (pages < saved.pages && hasNextPage && !isError) {
      void fetchNextPage();
      return;
    }
    window.scrollTo(0, saved.y);
    setRestored(true);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that arrives is one step
  useEffect(() => restore(), [pages, isFetching]);

  const positionNow = useEffectEvent((): SavedPosition | null =>
    isRestored && pages > 0 ? { pages: Math.min(pages, PAGES_MAX), y: window.scrollY } : null,
  );
  // Must be a layout effect. A shorter page in place of the list makes the browser scroll up; the listener has to be gone by
  // then, or it saves that position. React removes the one of a plain effect only later.
  useLayoutEffect(() => {
    let position: SavedPosition | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      clearTimeout(timer);
      if (position) savePosition(key, position);
    };
    const onScroll = () => {
      position = positionNow() ?? position;
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_DELAY_MS);
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      window.removeEventListener("scroll", onScroll);
      save();
    };
  }, [key]);
}

function storageKey(key: string): string {
  return `fieldhouse.left.${key}`;
}

function readPosition(key: string): SavedPosition | null {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(storageKey(key)) ?? "null");
    if (typeof saved !== "object" || saved === null || !("pages" in saved) || !("y" in saved)) return null;
    return typeof saved.pages === "number" && typeof saved.y === "number" ? { pages: saved.pages, y: saved.y } : null;
  } catch {
    return null;
  }
}

function savePosition(key: string, position: SavedPosition): void {
  try {
    sessionStorage.setItem(storageKey(key), JSON.stringify(position));
  } catch {
    // Storage is blocked or full: the list starts at the top.
  }
}

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { LoadError } from "./load-error.tsx";
import { MediaCardSkeleton } from "./skeleton.tsx";

type List = {
  pages: number;
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
};

type Left = { pages: number; y: number };

const PAGES_MAX = 20;

const NOTED_AFTER_MS = 150;

const THRESHOLD = 0.8;

const THROTTLE_MS = 150;

type EndlessListProps<Page, Item extends { id: string }> = {
  /** What it holds, in the plural. */
  label: string;
  list: UseInfiniteQueryResult<InfiniteData<Page>>;
  itemsOf: (page: Page) => readonly Item[];
  /** Stands for the list when there is nothing. */
  empty: ReactNode;
  /** One card that is on its way. */
  skeleton?: ReactNode;
  /** The first of them, where its picture is known. */
  firstSkeleton?: ReactNode;
  className?: string;
  children: (item: Item, index: number) => ReactNode;
};

const PLACES = Array.from({ length: 8 }, (_, place) => place);
export const CARD_GRID = "grid gap-x-4 gap-y-8 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4";

/**
 * A list that goes on as one scrolls, with its four states: on its way, failed, empty, and there. Whoever comes back
 * to it finds it as it was left.
 */
export function EndlessList<Page, Item extends { id: string }>({
  label,
  list,
  itemsOf,
  empty,
  skeleton = <MediaCardSkeleton />,
  firstSkeleton = skeleton,
  className = CARD_GRID,
  children,
}: EndlessListProps<Page, Item>) {
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? "" });
  const shown = useRef<HTMLUListElement>(null);
  const more = () => void list.fetchNextPage();
  const { isPending, error, isFetching, isError, hasNextPage, isFetchNextPageError: isMoreLost } = list;
  const pages = list.data?.pages ?? [];
  useReturn(`${visit}.${label}`, { pages: pages.length, hasNextPage, isFetching, isError, fetchNextPage: more });
  useInfiniteScroll(shown, hasNextPage && !isFetching && !isMoreLost, more);

  if (isPending)
    return (
      <div role="status" className={className}>
        <span className="sr-only">Loading {label}</span>
        {PLACES.map((place) => (
          <div key={place}>{place === 0 ? firstSkeleton : skeleton}</div>
        ))}
      </div>
    );
  if (pages.length === 0)
    return <LoadError error={error} isRetrying={isFetching} onRetry={() => void list.refetch()} />;
  const items = once(pages.flatMap(itemsOf));
  if (items.length === 0) return empty;
  return (
    <div className="flex flex-col gap-6">
      <h2 className="sr-only">{label}</h2>
      <ul ref={shown} aria-label={label} className={className}>
        {items.map((item, index) => (
          <li key={item.id} className="min-w-0">
            {children(item, index)}
          </li>
        ))}
      </ul>
      {isMoreLost && <LoadError error={error} isRetrying={isFetching} onRetry={more} />}
      {hasNextPage && !isMoreLost && (
        <Button variant="secondary" busy={list.isFetchingNextPage} className="self-center" onClick={more}>
          Load more
        </Button>
      )}
    </div>
  );
}

/** What moved to a later page between two questions came twice. */
function once<Item extends { id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/**
 * Asks for more when four fifths of the page, or of the box that the list scrolls in, lie above the lower edge. Who
 * scrolled while it was off, as while something was fetched, is answered when it is on again; and where all of it is in
 * sight, nobody can scroll, and more is fetched until there is something to scroll.
 */
function useInfiniteScroll(list: RefObject<Element | null>, isOn: boolean, onMore: () => void): void {
  const missed = useRef<Element>(null);
  const look = useEffectEvent((box: Element) => {
    missed.current = isOn ? null : box;
    if (isOn && box.scrollTop + box.clientHeight >= THRESHOLD * box.scrollHeight) onMore();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = ({ target }: Event) => {
      const box = target instanceof Element ? target : document.documentElement;
      if (!box.contains(list.current)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        look(box);
      }, THROTTLE_MS);
    };
    // A box's own scrolling does not bubble.
    const how = { passive: true, capture: true };
    window.addEventListener("scroll", onScroll, how);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", onScroll, how);
    };
  }, [list]);
  useEffect(() => {
    const box = missed.current ?? unscrollable(list.current);
    if (isOn && box) look(box);
  }, [isOn, list]);
}

/** @returns the box that the list would scroll in, where all of that is in sight */
function unscrollable(list: Element | null): Element | null {
  let box = list?.parentElement ?? null;
  while (box && box !== document.documentElement && !/auto|scroll/.test(getComputedStyle(box).overflowY))
    box = box.parentElement;
  return box && box.scrollHeight <= box.clientHeight ? box : null;
}

/**
 * Nothing of a list is kept once it is left, so that it is never old. Whoever comes back by the browser's own button
 * finds as many pages of it as before, and stands where they stood.
 * @param visit names this entry of the browser's history
 */
function useReturn(visit: string, list: List): void {
  const [left] = useState(() => readLeft(visit));
  const [isThere, setThere] = useState(left === null);
  const goOn = useEffectEvent(() => {
    if (isThere || left === null || list.pages === 0 || list.isFetching) return;
    if (list.pages < left.pages && list.hasNextPage && !list.isError) {
      list.fetchNextPage();
      return;
    }
    window.scrollTo(0, left.y);
    setThere(true);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that has come is a step
  useEffect(() => goOn(), [list.pages, list.isFetching]);

  const note = useEffectEvent(() => {
    if (isThere && list.pages > 0) writeLeft(visit, { pages: Math.min(list.pages, PAGES_MAX), y: window.scrollY });
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => note(), NOTED_AFTER_MS);
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", onScroll);
    };
  }, []);
}

function keyOf(visit: string): string {
  return `fieldhouse.left.${visit}`;
}

function readLeft(visit: string): Left | null {
  try {
    const left: unknown = JSON.parse(sessionStorage.getItem(keyOf(visit)) ?? "null");
    if (typeof left !== "object" || left === null || !("pages" in left) || !("y" in left)) return null;
    return typeof left.pages === "number" && typeof left.y === "number" ? { pages: left.pages, y: left.y } : null;
  } catch {
    return null;
  }
}

function writeLeft(visit: string, left: Left): void {
  try {
    sessionStorage.setItem(keyOf(visit), JSON.stringify(left));
  } catch {
    // Storage is closed to this page, or full: then one comes back to the top.
  }
}

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import { Button } from "./button.tsx";
import { LoadError } from "./load-error.tsx";
import { MediaCardSkeleton } from "./skeleton.tsx";
import { useInfiniteScroll } from "./use-infinite-scroll.ts";
import { useReturn } from "./use-return.ts";

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

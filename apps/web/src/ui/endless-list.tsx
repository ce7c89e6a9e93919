import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { LoadError } from "./load-error.tsx";
import { MediaCardSkeleton } from "./skeleton.tsx";
import { useInfiniteScroll } from "./use-infinite-scroll.ts";

type ListState = Pick<
  UseInfiniteQueryResult,
  | "isPending"
  | "error"
  | "isFetching"
  | "isFetchingNextPage"
  | "isFetchNextPageError"
  | "hasNextPage"
  | "fetchNextPage"
  | "refetch"
>;

type EndlessListProps<Item> = {
  /** What it holds, in the plural. */
  label: string;
  list: ListState;
  /** Undefined until the first page has come. */
  items: readonly Item[] | undefined;
  keyOf: (item: Item) => string;
  /** Stands for the list when there is nothing. */
  empty: ReactNode;
  /** One card that is on its way. */
  skeleton?: ReactNode;
  className?: string;
  children: (item: Item, index: number) => ReactNode;
};

const PLACES = Array.from({ length: 8 }, (_, place) => place);
export const CARD_GRID = "grid gap-x-4 gap-y-8 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4";

/** A list that goes on as one scrolls, with its four states: on its way, failed, empty, and there. */
export function EndlessList<Item>({
  label,
  list,
  items,
  keyOf,
  empty,
  skeleton = <MediaCardSkeleton />,
  className = CARD_GRID,
  children,
}: EndlessListProps<Item>) {
  useInfiniteScroll(
    list.hasNextPage && !list.isFetching && !list.isFetchNextPageError,
    () => void list.fetchNextPage(),
  );
  if (list.isPending)
    return (
      <div role="status" className={className}>
        <span className="sr-only">Loading {label}</span>
        {PLACES.map((place) => (
          <div key={place}>{skeleton}</div>
        ))}
      </div>
    );
  if (!items) return <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />;
  if (items.length === 0) return empty;
  return (
    <div className="flex flex-col gap-6">
      <ul aria-label={label} className={className}>
        {items.map((item, index) => (
          <li key={keyOf(item)} className="min-w-0">
            {children(item, index)}
          </li>
        ))}
      </ul>
      {list.isFetchNextPageError && (
        <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.fetchNextPage()} />
      )}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <Button
          variant="secondary"
          busy={list.isFetchingNextPage}
          className="self-center"
          onClick={() => void list.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </div>
  );
}

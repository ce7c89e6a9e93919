import { MESSAGES } from "@app/contract/errors";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useRetryFailed } from "#lib/queries.ts";
import { Rail, RailSkeleton } from "#ui/carousel.tsx";
import { Empty } from "#ui/empty.tsx";
import { LoadError } from "#ui/load-error.tsx";
import type { Carousel } from "./carousels.ts";

type QueryRailProps<Item> = {
  label: string;
  list: UseQueryResult<readonly Item[]>;
  carousel: Carousel;
  keyOf: (item: Item) => string;
  /** What to do when there is nothing. */
  whenEmpty: string;
  /** A card that is on its way, in the size it will have; a media card where nothing is said. */
  skeleton?: ReactNode;
  children: (item: Item, index: number) => ReactNode;
};

/** A carousel with its four states: on its way, failed, empty, and there. */
export function QueryRail<Item>({
  label,
  list,
  carousel: { shown, steps, autoplayMs },
  keyOf,
  whenEmpty,
  skeleton,
  children,
}: QueryRailProps<Item>) {
  const retryFailed = useRetryFailed();
  if (list.isPending) return <RailSkeleton label={`Loading ${label}`} shown={shown} steps={steps} card={skeleton} />;
  if (!list.data) return <LoadError error={list.error} isRetrying={list.isFetching} onRetry={retryFailed} />;
  if (list.data.length === 0) return <Empty title={MESSAGES.noData}>{whenEmpty}</Empty>;
  return (
    <Rail
      label={label}
      items={list.data}
      keyOf={keyOf}
      shown={shown}
      steps={steps}
      {...(autoplayMs !== null && { autoplayMs })}
    >
      {children}
    </Rail>
  );
}

import type { ContentCard, ContentType } from "@app/contract/contents";
import { MESSAGES } from "@app/contract/errors";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { startTransition, useDeferredValue, useEffect, useState } from "react";
import { toDatedCardProps } from "#lib/card-props.ts";
import { pluralOf, TYPE_WORDS } from "#lib/type-titles.ts";
import { useIsLarge } from "#lib/use-media.ts";
import { useShowAll } from "#lib/use-show-all.ts";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { MediaCard } from "#ui/media-card.tsx";
import { MediaCardSkeleton } from "#ui/skeleton.tsx";
import { relatedItems } from "./watch.queries.ts";

type RelatedItemsProps = {
  type: ContentType;
  id: string;
  /** The share of an item that was watched on this device, 0 to 1. */
  watchedShare?: ((id: string) => number) | undefined;
};

const HEADINGS: Record<ContentType, string> = { video: "Watch next", image: "More images", document: "Read next" };

/** How many are shown at first: fewer where the comments come below them. */
const FIRST_ITEMS = { narrow: 4, wide: 6 };

const PLACEHOLDERS = Array.from({ length: 4 }, (_, index) => index);

/** Next to the item on wide screens, below it on narrow ones. */
export function RelatedItems({ type, id, watchedShare }: RelatedItemsProps) {
  return (
    <section aria-labelledby="related-heading">
      <h2 id="related-heading" className="title mb-4 text-xl">
        {HEADINGS[type]}
      </h2>
      <RelatedList type={type} id={id} watchedShare={watchedShare} />
    </section>
  );
}

function RelatedList({ type, id, watchedShare }: RelatedItemsProps) {
  const list = useQuery(relatedItems(id));
  const first = useIsLarge() ? FIRST_ITEMS.wide : FIRST_ITEMS.narrow;
  const { isAll, list: items, showAll } = useShowAll(first);
  // Deferred, because the video renders first.
  const shown = useDeferredValue(list.data);
  if (list.isPending || (list.data && !shown)) {
    return (
      <div role="status" className={GRID}>
        <span className="sr-only">Loading {pluralOf(type)} for later</span>
        {PLACEHOLDERS.map((index) => (
          <MediaCardSkeleton key={index} />
        ))}
      </div>
    );
  }
  if (!shown) return <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />;
  if (shown.length === 0)
    return <Empty title={MESSAGES.noData}>There is nothing else to {TYPE_WORDS[type].use} yet.</Empty>;
  return (
    <div className="flex flex-col gap-4">
      <ul ref={items} className={GRID}>
        {shown.map((item, at) => (
          <li key={item.id} className={clsx("min-w-0", at >= first && !isAll && "hidden")}>
            <RelatedCard item={item} progress={watchedShare?.(item.id) ?? 0} />
          </li>
        ))}
      </ul>
      {shown.length > first && !isAll && (
        <Button variant="secondary" className="self-center" onClick={showAll}>
          Show more
        </Button>
      )}
    </div>
  );
}

function RelatedCard({ item, progress }: { item: ContentCard; progress: number }) {
  return <MediaCard {...toDatedCardProps(item)} progress={progress} />;
}

const GRID = "grid gap-x-4 gap-y-6 sm:grid-cols-2 lg:grid-cols-1";

/** On a slow connection the rest of the page waits no longer than this. */
const WAIT_MAX_MS = 1_000;

/**
 * Holds back the rest of an item's page until the item itself is shown: the first frame of a video, the picture of a set.
 * The requests of the rest would take the browser's few connections to the server from it, and rendering it its time.
 * @param waits false: there is nothing to wait for
 */
export function useRestOfPage(waits: boolean): { isShown: boolean; show: () => void } {
  const [isShown, setShown] = useState(!waits);
  const show = () => startTransition(() => setShown(true));
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), WAIT_MAX_MS);
    return () => clearTimeout(timer);
  }, []);
  return { isShown, show };
}

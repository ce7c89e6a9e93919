import { type FoundContent, SEARCH_TOTAL_MAX, type SearchType } from "@app/contract/search";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { cardFacts } from "#lib/card-facts.ts";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { MediaCard } from "#ui/media-card.tsx";
import { MediaCardSkeleton } from "#ui/skeleton.tsx";
import { useInfiniteScroll } from "#ui/use-infinite-scroll.ts";
import { useReturn } from "#ui/use-return.ts";
import { FoundChannelCard } from "./found-channel-card.tsx";
import { type Asked, searchResults } from "./search.queries.ts";

const GRID = "grid gap-x-4 gap-y-8 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4";
const FIRST_CARDS = 4;
const PLACES = 8;

const IN_WORDS: Record<SearchType, string> = {
  video: "videos",
  image: "images",
  document: "documents",
  channel: "channels",
};

type SearchResultsProps = {
  asked: Asked & { type: SearchType };
  /** One visit of the page: coming back to it finds the list as it was left. */
  visit: string;
  /** Goes to the tab that has what this one has not; null for who has chosen this tab. */
  moveTo: ((type: SearchType) => ReactNode) | null;
  onType: (type: SearchType) => void;
  /** Null while nothing is narrowed. */
  onClearFilters: (() => void) | null;
};

export function SearchResults({ asked, visit, moveTo, onType, onClearFilters }: SearchResultsProps) {
  const list = useInfiniteQuery(searchResults(asked));
  const pages = list.data?.pages ?? [];
  useReturn(visit, { ...list, pages: pages.length });
  useInfiniteScroll(list.hasNextPage && !list.isFetching, () => void list.fetchNextPage());

  if (asked.search === "") return <Empty title="What are you looking for?">Type it into the search bar above.</Empty>;
  if (list.isPending) return <Loading type={asked.type} />;
  if (pages.length === 0)
    return <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />;

  const alsoIn = pages[0]?.also_in ?? [];
  if (moveTo && alsoIn[0]) return moveTo(alsoIn[0]);

  const channels = once(pages.flatMap((page) => page.channels));
  const contents = once(pages.flatMap((page) => page.contents));
  if (channels.length + contents.length === 0)
    return (
      <Empty title="No result found for the term">
        <p>
          There are no {IN_WORDS[asked.type]} for “{asked.search}”. Try other words
          {onClearFilters ? ", or look without filters." : "."}
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          {onClearFilters && (
            <Button variant="secondary" onClick={onClearFilters}>
              Clear filters
            </Button>
          )}
          {alsoIn.map((type) => (
            <Button key={type} variant="secondary" onClick={() => onType(type)}>
              Show {IN_WORDS[type]}
            </Button>
          ))}
        </div>
      </Empty>
    );

  return (
    <div className="flex flex-col gap-6">
      <Summary asked={asked} total={pages[0]?.pagination.total ?? 0} instead={pages[0]?.searched_for ?? null} />
      <h2 className="sr-only">Found {IN_WORDS[asked.type]}</h2>
      <ul className={GRID}>
        {channels.map((channel) => (
          <li key={channel.id} className="min-w-0">
            <FoundChannelCard channel={channel} />
          </li>
        ))}
        {contents.map((card, at) => (
          <li key={card.id} className="min-w-0">
            <FoundContentCard card={card} isFirst={at < FIRST_CARDS} />
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

/** The server finds so many at most, and says so by a round number. */
function Summary({
  asked,
  total,
  instead,
}: {
  asked: SearchResultsProps["asked"];
  total: number;
  instead: string | null;
}) {
  const many = total >= SEARCH_TOTAL_MAX ? `The ${SEARCH_TOTAL_MAX} best` : total.toLocaleString("en");
  const what = total === 1 ? IN_WORDS[asked.type].slice(0, -1) : IN_WORDS[asked.type];
  return (
    <p role="status" className="text-sm text-muted">
      {instead !== null && `Nothing has all of “${asked.search}”. Showing results for “${instead}”. `}
      {many} {what}
    </p>
  );
}

function FoundContentCard({ card, isFirst }: { card: FoundContent; isFirst: boolean }) {
  return (
    <MediaCard
      {...cardFacts(card)}
      titleMarks={card.title_matches}
      channelMarks={card.channel_matches}
      isFirst={isFirst}
    />
  );
}

function Loading({ type }: { type: SearchType }) {
  return (
    <div role="status" className={GRID}>
      <span className="sr-only">Loading {IN_WORDS[type]}</span>
      {Array.from({ length: PLACES }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same, and never move
        <MediaCardSkeleton key={at} />
      ))}
    </div>
  );
}

/** What moved to a later page between two questions came twice. */
function once<Item extends { id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

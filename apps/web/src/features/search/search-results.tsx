import type { Category } from "@app/contract/categories";
import { channelHref } from "@app/contract/paths";
import {
  type FoundChannel,
  type FoundContent,
  type NamedChannel,
  SEARCH_TOTAL_MAX,
  type SearchResult,
  type SearchType,
} from "@app/contract/search";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { toDatedCardProps } from "#lib/card-props.ts";
import { countInWords, cutText } from "#lib/format.ts";
import { pluralOf } from "#lib/type-titles.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { Link } from "#ui/link.tsx";
import { Marked, MediaCard } from "#ui/media-card.tsx";
import { MediaCardSkeleton, Skeleton } from "#ui/skeleton.tsx";
import { type Asked, searchResults } from "./search.queries.ts";

type SearchOffersProps = {
  /** As it is shown. */
  term: string;
  category: Category | null;
  channels: readonly NamedChannel[];
  onShowChannels: () => void;
};

type BrowseLinkProps = { category: Category; size: "sm" | "md" };

const FIRST_CARDS = 4;
/** Of a term, where it is said again. */
export const SHOWN_TERM_MAX = 40;

type SearchResultsProps = {
  asked: Asked & { search: string; type: SearchType };
  /** Has the term as its name. */
  category: Category | null;
  /** Goes to the tab that has what this one has not; null for who has chosen this tab. */
  moveTo: ((type: SearchType) => ReactNode) | null;
  onType: (type: SearchType) => void;
  /** Null while nothing is narrowed. */
  onClearFilters: (() => void) | null;
};

export function SearchResults({ asked, category, moveTo, onType, onClearFilters }: SearchResultsProps) {
  const list = useInfiniteQuery(searchResults(asked));
  const first = list.data?.pages[0];
  const alsoIn = first?.also_in ?? [];
  if (asked.search === "") return <Empty title="What are you looking for?">Type it into the search bar above.</Empty>;
  if (moveTo && alsoIn[0]) return moveTo(alsoIn[0]);
  const total = first?.pagination.total ?? 0;
  return (
    <div className="flex flex-col gap-6">
      {first && total > 0 && (
        <div className="flex flex-col gap-3">
          <Summary asked={asked} first={first} />
          <SearchOffers
            term={cutText(asked.search, SHOWN_TERM_MAX)}
            category={category}
            channels={first.named_channels}
            onShowChannels={() => onType("channel")}
          />
        </div>
      )}
      <InfiniteList<SearchResult, FoundChannel | FoundContent>
        label={pluralOf(asked.type)}
        list={list}
        itemsOf={({ channels, contents }) => [...channels, ...contents]}
        skeleton={asked.type === "channel" ? <FoundChannelSkeleton /> : <MediaCardSkeleton />}
        empty={<NothingFound {...{ asked, category, alsoIn, onType, onClearFilters }} />}
      >
        {(found, at) =>
          "name_matches" in found ? (
            <FoundChannelCard channel={found} />
          ) : (
            <MediaCard
              {...toDatedCardProps(found)}
              titleMarks={found.title_matches}
              channelMarks={found.channel_matches}
              isFirst={at < FIRST_CARDS}
            />
          )
        }
      </InfiniteList>
    </div>
  );
}

type NothingFoundProps = Omit<SearchResultsProps, "moveTo"> & { alsoIn: readonly SearchType[] };

function NothingFound({ asked, category, alsoIn, onType, onClearFilters }: NothingFoundProps) {
  return (
    <Empty title="No result found for the term">
      <p className="wrap-anywhere">
        There are no {pluralOf(asked.type)} for “{cutText(asked.search, SHOWN_TERM_MAX)}”. Try other words
        {onClearFilters ? ", or look without filters." : "."}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {category && <BrowseLink category={category} size="md" />}
        {onClearFilters && (
          <Button variant="secondary" onClick={onClearFilters}>
            Clear filters
          </Button>
        )}
        {alsoIn.map((type) => (
          <Button key={type} variant="secondary" onClick={() => onType(type)}>
            Show {pluralOf(type)}
          </Button>
        ))}
      </div>
    </Empty>
  );
}

type SummaryProps = Pick<SearchResultsProps, "asked"> & { first: SearchResult };

/** The server finds so many at most, and says so by a round number. */
function Summary({ asked, first }: SummaryProps) {
  const { searched_for: instead, is_continued: isContinued, pagination } = first;
  const { total } = pagination;
  const many = total >= SEARCH_TOTAL_MAX ? `The ${SEARCH_TOTAL_MAX} best` : total.toLocaleString("en");
  const what = total === 1 ? pluralOf(asked.type).slice(0, -1) : pluralOf(asked.type);
  return (
    <p role="status" className="text-sm wrap-anywhere text-muted">
      {instead !== null && !isContinued && `Nothing has all of “${cutText(asked.search, SHOWN_TERM_MAX)}”. `}
      {instead !== null && `Showing results for “${cutText(instead, SHOWN_TERM_MAX)}”. `}
      {many} {what}
    </p>
  );
}

function FoundChannelCard({ channel }: { channel: FoundChannel }) {
  const { name, username, subscriber_count: followers, content_count: items } = channel;
  return (
    <article className="group relative flex items-center gap-4 rounded-media border border-line bg-raised p-4 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <Avatar picture={channel.channel_profile} name={name} size={64} />
      <div className="min-w-0">
        <h3 className="truncate font-semibold group-hover:underline">
          <Link href={channelHref(channel.id)} title={name} className="outline-none after:absolute after:inset-0">
            <Marked text={name} ranges={channel.name_matches} />
          </Link>
        </h3>
        <p className="truncate text-sm text-muted">@{username}</p>
        <p className="score text-muted">
          {countInWords(followers, "follower")} · {countInWords(items, "item")}
        </p>
      </div>
    </article>
  );
}

/** The same size. */
function FoundChannelSkeleton() {
  return <Skeleton className="h-24.5 rounded-media" />;
}

/** What the term is the name of, besides what it was found in: a category, and channels. */
function SearchOffers({ term, category, channels, onShowChannels }: SearchOffersProps) {
  const id = useId();
  if (category === null && channels.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {category && <BrowseLink category={category} size="sm" />}
      {channels.length > 0 && (
        <>
          <p id={id} className="text-sm wrap-anywhere text-muted">
            Channels for “{term}”:
          </p>
          <ul aria-labelledby={id} className="contents">
            {channels.map((channel) => (
              <li key={channel.id} className="max-w-full">
                <LinkButton
                  variant="secondary"
                  size="sm"
                  href={channelHref(channel.id)}
                  title={channel.name}
                  className="max-w-64 pl-1.5"
                >
                  <Avatar picture={channel.channel_profile} name={channel.name} size={22} />
                  <span className="min-w-0 truncate">{channel.name}</span>
                </LinkButton>
              </li>
            ))}
          </ul>
          <Button variant="ghost" size="sm" onClick={onShowChannels}>
            All channels
          </Button>
        </>
      )}
    </div>
  );
}

function BrowseLink({ category, size }: BrowseLinkProps) {
  return (
    <LinkButton variant="secondary" size={size} href={`/category-listing/${category.id}`}>
      Browse {category.name}
    </LinkButton>
  );
}

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
import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { toDatedCardProps } from "#lib/card-props.ts";
import { countInWords, cutText, duration } from "#lib/format.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { pluralOf } from "#lib/type-titles.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { Link } from "#ui/link.tsx";
import { Highlighted, LazySafetyMenu, MediaCard } from "#ui/media-card.tsx";
import { MediaCardSkeleton, Skeleton } from "#ui/skeleton.tsx";
import { type SearchQuery, searchResults } from "./search.queries.ts";

const FIRST_CARDS = 4;
/** Where the search term is cut on screen. */
export const TERM_CUT = 40;

type SearchResultsProps = {
  query: SearchQuery & { search: string; type: SearchType };
  /** The category whose name is the term. */
  category: Category | null;
  /** Redirects to another tab that has results; null if the user chose this tab. */
  moveTo: ((type: SearchType) => ReactNode) | null;
  onType: (type: SearchType) => void;
  /** Null without active filters. */
  onClearFilters: (() => void) | null;
};

export function SearchResults({ query, category, moveTo, onType, onClearFilters }: SearchResultsProps) {
  const list = useInfiniteQuery(searchResults(query));
  const [first] = list.data?.pages ?? [];
  const alsoIn = first?.also_in ?? [];
  if (query.search === "")
    return <Empty title="What are you looking for?">Enter a term in the search bar above.</Empty>;
  if (moveTo && alsoIn[0]) return moveTo(alsoIn[0]);
  return (
    <div className="flex flex-col gap-6">
      <Summary query={query} first={first}>
        <SearchOffers
          term={cutText(query.search, TERM_CUT)}
          category={category}
          channels={first?.named_channels ?? []}
          onShowChannels={() => onType("channel")}
        />
      </Summary>
      <InfiniteList<SearchResult, FoundChannel | FoundContent>
        label={pluralOf(query.type)}
        list={list}
        itemsOf={({ channels, contents }) => [...channels, ...contents]}
        skeleton={query.type === "channel" ? <FoundChannelSkeleton /> : <MediaCardSkeleton />}
        empty={
          <NothingFound
            query={query}
            category={category}
            alsoIn={alsoIn}
            onType={onType}
            onClearFilters={onClearFilters}
          />
        }
      >
        {(found, at) =>
          "name_matches" in found ? (
            <FoundChannelCard channel={found} />
          ) : (
            <FoundItemCard found={found} isFirst={at < FIRST_CARDS} />
          )
        }
      </InfiniteList>
    </div>
  );
}

/** A video found by what is said in it opens where it is said, and a document at the page where it is written. */
function FoundItemCard({ found, isFirst }: { found: FoundContent; isFirst: boolean }) {
  const { spoken, written } = found;
  const card = toDatedCardProps(found);
  return (
    <div className="flex flex-col gap-1.5">
      <MediaCard
        {...card}
        href={card.href && card.href + toPlace(found)}
        titleHighlights={found.title_matches}
        channelMarks={found.channel_matches}
        isFirst={isFirst}
      />
      {written && <p className="text-sm text-muted">On page {written.page}</p>}
      {spoken && (
        <p className="line-clamp-2 text-sm break-words text-muted">
          <span className="score text-base text-text">{duration(spoken.at)}</span> “{spoken.text}”
        </p>
      )}
    </div>
  );
}

function toPlace({ spoken, written }: FoundContent): string {
  if (spoken) return `?t=${Math.floor(spoken.at)}`;
  if (!written) return "";
  const search = written.text ? `&search=${encodeURIComponent(written.text)}` : "";
  return `?page=${written.page}${search}`;
}

type NothingFoundProps = Omit<SearchResultsProps, "moveTo"> & { alsoIn: readonly SearchType[] };

function NothingFound({ query, category, alsoIn, onType, onClearFilters }: NothingFoundProps) {
  return (
    <Empty title="No result found for the term">
      <p className="wrap-anywhere">
        There are no {pluralOf(query.type)} for “{cutText(query.search, TERM_CUT)}”. Try other words
        {onClearFilters ? ", or search without filters." : "."}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {category && <BrowseLink category={category} size="md" />}
        {onClearFilters && (
          <Button ref={passFocusOn} variant="secondary" onClick={onClearFilters}>
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

type SummaryProps = Pick<SearchResultsProps, "query"> & { first: SearchResult | undefined; children: ReactNode };

/** Where nothing was found, only for screen readers. It is there before its words, because they only announce changes. */
function Summary({ query, first, children }: SummaryProps) {
  const hasFound = first !== undefined && first.pagination.total > 0;
  return (
    <div className={clsx("flex flex-col gap-3", !hasFound && "sr-only")}>
      <p role="status" className="text-sm wrap-anywhere text-muted">
        {first && toSummary(query, first)}
      </p>
      {hasFound && children}
    </div>
  );
}

/** The server caps the total, which then shows as a round number. */
function toSummary(query: SearchResultsProps["query"], first: SearchResult): string {
  const { searched_for: instead, is_continued: isContinued, pagination } = first;
  const { total } = pagination;
  const many = total >= SEARCH_TOTAL_MAX ? `The ${SEARCH_TOTAL_MAX} best` : total.toLocaleString("en");
  const what = total === 1 ? pluralOf(query.type).slice(0, -1) : pluralOf(query.type);
  const sentences = [
    instead !== null && !isContinued && `No results for “${cutText(query.search, TERM_CUT)}”.`,
    instead !== null && `Showing results for “${cutText(instead, TERM_CUT)}”.`,
    `${many} ${what}`,
  ];
  return sentences.filter((one) => one !== false).join(" ");
}

function FoundChannelCard({ channel }: { channel: FoundChannel }) {
  const { name, username, subscriber_count: followers, content_count: items } = channel;
  return (
    <article className="group relative flex items-center gap-4 rounded-media border border-line bg-raised p-4 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <Avatar picture={channel.channel_profile} name={name} size={64} />
      <div className="min-w-0">
        <h3 className="truncate font-semibold group-hover:underline">
          <Link href={channelHref(channel.id)} title={name} className="outline-none after:absolute after:inset-0">
            <Highlighted text={name} ranges={channel.name_matches} />
          </Link>
        </h3>
        <p className="truncate text-sm text-muted">@{username}</p>
        <p className="score text-muted">
          {countInWords(followers, "follower")} · {countInWords(items, "item")}
        </p>
      </div>
      {/* Above the link, which covers the card. */}
      <div className="relative z-10 ml-auto">
        <LazySafetyMenu
          person={{ channelId: channel.id, name }}
          target={{ subject: "channel", id: channel.id, name }}
          className="size-8"
        />
      </div>
    </article>
  );
}

/** Has the size of `FoundChannelCard`. */
function FoundChannelSkeleton() {
  return <Skeleton className="h-24.5 rounded-media" />;
}

type SearchOffersProps = {
  /** Already cut for display. */
  term: string;
  category: Category | null;
  channels: readonly NamedChannel[];
  onShowChannels: () => void;
};

/** The category and the channels that are named like the term. */
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

type BrowseLinkProps = { category: Category; size: "sm" | "md" };

function BrowseLink({ category, size }: BrowseLinkProps) {
  return (
    <LinkButton variant="secondary" size={size} href={`/category-listing/${category.id}`}>
      Browse {category.name}
    </LinkButton>
  );
}

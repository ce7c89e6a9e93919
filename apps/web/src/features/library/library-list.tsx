import { MESSAGES } from "@app/contract/errors";
import { LIBRARY_SEARCH_MAX_CHARS, type LibraryCard, type LibraryName } from "@app/contract/library";
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { call } from "#lib/api.ts";
import { toCardProps } from "#lib/card-props.ts";
import { agoInWords } from "#lib/dates.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { MediaCard } from "#ui/media-card.tsx";
import { EraseList, RemoveFromHistory, RemoveFromList } from "./removal.tsx";

const FIRST_CARDS = 4;
const SEARCH_DELAY_MS = 300;

type Words = { label: string; added: string; empty: string };

const WORDS: Record<LibraryName, Words> = {
  history: {
    label: "What you watched",
    added: "Watched",
    empty: "What you watch shows up here, and you can continue where you stopped.",
  },
  saved: {
    label: "What you saved to watch later",
    added: "Saved",
    empty: "Press Save on a video, image or document, and you will find it here.",
  },
  liked: {
    label: "What you like",
    added: "Liked",
    empty: "Press Like on something you enjoyed: you will find it here.",
  },
};

type LibraryListProps = {
  name: LibraryName;
  search: string;
  onSearch: (search: string) => void;
  /** Nothing is added to the list. */
  isOff: boolean;
  /** An item, or all of them, is no longer in the history. */
  onForgotten: (id?: string) => void;
};

/** One of the member's own lists, with a search field. */
export function LibraryList({ name, search, onSearch, isOff, onForgotten }: LibraryListProps) {
  const list = useInfiniteQuery(libraryList(name, search));
  const { label, added, empty } = WORDS[name];
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    if (field.current) field.current.value = "";
    field.current?.focus();
    onSearch("");
  };
  const isHistory = name === "history";
  const hasItems = (list.data?.pages[0]?.contents.length ?? 0) > 0;
  const isEmpty = list.data !== undefined && !hasItems && search === "";
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        {!isEmpty && <SearchBox field={field} search={search} onSearch={onSearch} />}
        {hasItems && search === "" && <EraseList name={name} onForgotten={onForgotten} />}
      </div>
      <InfiniteList
        label={label}
        list={list}
        itemsOf={({ contents }) => contents}
        empty={
          search === "" ? (
            <NothingYet sentence={isOff ? null : empty} />
          ) : (
            <NothingFound term={search} onClear={clear} />
          )
        }
      >
        {(card, at) => (
          <LibraryItem card={card} added={added} isFirst={at < FIRST_CARDS}>
            {isHistory ? (
              <RemoveFromHistory card={card} onForgotten={onForgotten} />
            ) : (
              <RemoveFromList card={card} name={name} />
            )}
          </LibraryItem>
        )}
      </InfiniteList>
    </div>
  );
}

type LibraryItemProps = { card: LibraryCard; added: string; isFirst: boolean; children: ReactNode };

function LibraryItem({ card, added, isFirst, children }: LibraryItemProps) {
  const { resume_at_s: atS, length } = card;
  return (
    <div className="relative">
      <MediaCard
        {...toCardProps(card)}
        when={`${added} ${agoInWords(card.added_at).toLowerCase()}`}
        progress={atS !== null && length ? atS / length : 0}
        isFirst={isFirst}
      />
      {children}
    </div>
  );
}

type SearchBoxProps = Pick<LibraryListProps, "search" | "onSearch"> & { field: RefObject<HTMLInputElement | null> };

/** Searches while the person types, and at once on Enter. */
function SearchBox({ field, search, onSearch }: SearchBoxProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() !== search) onSearch(text.trim());
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // The address changed by a link, not by typing: that is ahead of it.
    if (field.current === null || field.current === document.activeElement) return;
    clearTimeout(timer.current);
    field.current.value = search;
  }, [field, search]);
  return (
    <search ref={passFocusOn} className="w-full max-w-sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(String(new FormData(event.currentTarget).get("search") ?? ""));
        }}
      >
        <Field label="Search this list">
          <TextInput
            ref={field}
            type="search"
            name="search"
            defaultValue={search}
            maxLength={LIBRARY_SEARCH_MAX_CHARS}
            onChange={({ target }) => {
              clearTimeout(timer.current);
              timer.current = setTimeout(() => send(target.value), SEARCH_DELAY_MS);
            }}
          />
        </Field>
      </form>
    </search>
  );
}

function NothingYet({ sentence }: { sentence: string | null }) {
  return (
    <Empty title={MESSAGES.noData}>
      {sentence !== null && <p>{sentence}</p>}
      <LinkButton href="/explore">Find something to watch</LinkButton>
    </Empty>
  );
}

function NothingFound({ term, onClear }: { term: string; onClear: () => void }) {
  return (
    <Empty title="No result found for the term">
      <p className="wrap-anywhere">No title or channel name in this list contains “{term}”.</p>
      <Button variant="secondary" onClick={onClear}>
        Show everything
      </Button>
    </Empty>
  );
}

/** One of the member's own lists, most recent first. Not cached: what was just watched or liked must be in it. */
function libraryList(name: LibraryName, search: string) {
  return infiniteQueryOptions({
    queryKey: ["library", name, search],
    gcTime: 0,
    queryFn: ({ pageParam, signal }) => call(`GET /my-${name}`, { query: { search, cursor: pageParam } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    staleTime: 0,
  });
}

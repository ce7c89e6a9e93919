import { MESSAGES } from "@app/contract/errors";
import { LIBRARY_SEARCH_MAX_CHARS, type LibraryCard } from "@app/contract/library";
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { toCardProps } from "#lib/card-props.ts";
import { agoInWords } from "#lib/dates.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { Empty } from "#ui/empty.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { MediaCard } from "#ui/media-card.tsx";

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
    empty: "Press Save on a video, picture or document: it waits for you here.",
  },
  liked: { label: "What you like", added: "Liked", empty: "Press Like on something you enjoyed: it stays here." },
};

type LibraryListProps = { name: LibraryName; search: string; onSearch: (search: string) => void };

/** One of the member's own lists, with a search field. */
export function LibraryList({ name, search, onSearch }: LibraryListProps) {
  const list = useInfiniteQuery(libraryList(name, search));
  const { label, added, empty } = WORDS[name];
  // Each time, the field starts anew, and empty.
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    setCleared(cleared + 1);
    onSearch("");
  };
  const isHistory = name === "history";
  const hasItems = (list.data?.pages[0]?.contents.length ?? 0) > 0;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <SearchBox key={cleared} search={search} onSearch={onSearch} />
        {isHistory && hasItems && search === "" && <EraseHistory />}
      </div>
      <InfiniteList
        label={label}
        list={list}
        itemsOf={({ contents }) => contents}
        empty={search === "" ? <NothingYet sentence={empty} /> : <NothingFound onClear={clear} />}
      >
        {(card, at) => (
          <LibraryItem card={card} added={added} isFirst={at < FIRST_CARDS}>
            {isHistory && <RemoveButton card={card} />}
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

/** Above the card's link, which covers the whole card. */
function RemoveButton({ card }: { card: LibraryCard }) {
  const remove = useRemoveFromHistory();
  return (
    <button
      type="button"
      aria-label={`Remove ${card.title} from your history`}
      title="Remove from history"
      aria-busy={remove.isPending || undefined}
      onClick={() => !remove.isPending && remove.mutate(card.id)}
      className="absolute top-2 right-2 z-20 grid size-9 place-items-center rounded-control bg-scrim text-on-scrim hover:bg-ground hover:text-text touch:size-11"
    >
      <X aria-hidden size={18} />
    </button>
  );
}

function EraseHistory() {
  const [isAsking, setAsking] = useState(false);
  const clear = useClearHistory();
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Erase history
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title="Erase your whole watch history?"
        description="Where you stopped in your videos is erased too. This cannot be undone."
        confirmLabel="Erase"
        isDanger
        onConfirm={() => {
          setAsking(false);
          clear.mutate(undefined);
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

/** Searches while the person types, and at once on Enter. */
function SearchBox({ search, onSearch }: Pick<LibraryListProps, "search" | "onSearch">) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() !== search) onSearch(text.trim());
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search className="w-full max-w-sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(String(new FormData(event.currentTarget).get("search") ?? ""));
        }}
      >
        <Field label="Search this list">
          <TextInput
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

function NothingYet({ sentence }: { sentence: string }) {
  return (
    <Empty title={MESSAGES.noData}>
      <p>{sentence}</p>
      <LinkButton href="/explore">Find something to watch</LinkButton>
    </Empty>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <Empty title="No result found for the term">
      <p>No title or channel name in this list contains it.</p>
      <Button variant="secondary" onClick={onClear}>
        Show everything
      </Button>
    </Empty>
  );
}

export type LibraryName = "history" | "saved" | "liked";

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

function useHistoryChange<Variables>(change: (variables: Variables) => Promise<{ message: string }>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ message }) => {
      toast.success(message);
      return cache.invalidateQueries({ queryKey: ["library", "history"] });
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}

function useRemoveFromHistory() {
  return useHistoryChange((id: string) => callWithMessage("DELETE /my-history/:id", { params: { id } }));
}

function useClearHistory() {
  return useHistoryChange(() => callWithMessage("DELETE /my-history"));
}

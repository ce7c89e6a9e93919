import { SEARCH_MAX_CHARS } from "@app/contract/search";
import { clsx } from "clsx";
import { Clock, Search, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { cutText } from "#lib/format.ts";
import { PERSONAL_PREFIX } from "#lib/personal-storage.ts";
import { Button } from "#ui/button.tsx";
import { CONTROL_STYLE } from "#ui/control-style.ts";
import { normalizeTerm, useSuggestions } from "./search.queries.ts";

const SUGGESTION_CUT = 35;

const NO_RESULT = "No result found for the term";

const ICON = { "aria-hidden": true, size: 18, className: "shrink-0 text-muted" } as const;

type SearchFieldProps = { initialTerm: string; onGo: (term: string) => void; onClose: () => void };

/** A combobox with suggestions or, while it is empty, recent searches. */
export function SearchField({ initialTerm, onGo, onClose }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(initialTerm);
  const [isListOpen, setListOpen] = useState(initialTerm === "");
  const [chosen, setChosen] = useState<string | null>(null);
  const [recent, setRecent] = useState(readRecent);
  const typed = text.trim();
  const suggested = useSuggestions(typed, isListOpen);
  const options = typed === "" ? recent : suggested.options;
  const isShown = isListOpen && (options.length > 0 || suggested.isEmpty);
  // By value, so that changed options reset the choice.
  const active = chosen === null ? -1 : options.indexOf(chosen);
  const input = useRef<HTMLInputElement>(null);
  // The user has just opened it. It is in the sticky header, so the page stays where it is.
  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  const go = (term: string) => {
    const search = normalizeTerm(term);
    if (search === "") return;
    saveRecent(search);
    onGo(search);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go((isShown ? options[active] : undefined) ?? text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      // Otherwise the browser clears the field.
      event.preventDefault();
      if (isShown) setListOpen(false);
      else onClose();
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setListOpen(true);
    // Wraps around through the field itself.
    if (isShown) setChosen(options[((active + 1 + step + options.length + 1) % (options.length + 1)) - 1] ?? null);
  };

  return (
    <form
      onSubmit={submit}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setListOpen(false);
      }}
      className="relative flex items-center gap-1"
    >
      <input
        type="search"
        dir="auto"
        role="combobox"
        aria-label="Search videos, images, documents and channels"
        aria-autocomplete="list"
        aria-expanded={isShown && options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        placeholder="Search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        ref={input}
        enterKeyHint="search"
        maxLength={SEARCH_MAX_CHARS}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setChosen(null);
          setListOpen(true);
        }}
        onClick={() => setListOpen(true)}
        onKeyDown={onKeyDown}
        className={`${CONTROL_STYLE} h-10 touch:h-11 xl:w-72 [&::-webkit-search-cancel-button]:hidden`}
      />
      <Button variant="ghost" size="icon" aria-label="Close search" onClick={onClose}>
        <X aria-hidden size={20} />
      </Button>
      <SearchOptions
        id={id}
        isShown={isShown}
        isRecent={typed === ""}
        isEmpty={suggested.isEmpty}
        options={options}
        active={active}
        onChoose={go}
        onClearRecent={() => {
          clearRecent();
          setRecent([]);
          // The Clear button disappears with the list.
          input.current?.focus({ preventScroll: true });
        }}
      />
    </form>
  );
}

type SearchOptionsProps = {
  id: string;
  isShown: boolean;
  isRecent: boolean;
  isEmpty: boolean;
  options: readonly string[];
  active: number;
  onChoose: (term: string) => void;
  onClearRecent: () => void;
};

/** The listbox is always in the document, because `aria-controls` refers to it. */
function SearchOptions({
  id,
  isShown,
  isRecent,
  isEmpty,
  options,
  active,
  onChoose,
  onClearRecent,
}: SearchOptionsProps) {
  const Icon = isRecent ? Clock : Search;
  return (
    <>
      <div
        className={clsx(
          "absolute inset-x-0 top-full z-40 mt-1 rounded-media border border-line bg-raised p-1.5 text-text shadow-float",
          !isShown && "hidden",
        )}
      >
        {isRecent && (
          <div className="flex items-center justify-between pl-3">
            <p className="text-xs font-semibold text-muted">Recent searches</p>
            <Button variant="ghost" size="sm" onClick={onClearRecent}>
              Clear
            </Button>
          </div>
        )}
        <div
          role="listbox"
          id={`${id}-list`}
          aria-label={isRecent ? "Recent searches" : "Suggestions"}
          className="empty:hidden"
        >
          {isShown &&
            options.map((option, at) => (
              // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the input keeps the focus and refers to the active option
              <div
                key={option}
                role="option"
                id={`${id}-${at}`}
                aria-selected={at === active}
                title={option}
                // Keeps the focus in the field, whose blur would close the list.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(option)}
                ref={at === active ? scrollTo : null}
                className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-sm hover:bg-lift aria-selected:bg-lift aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent touch:min-h-11"
              >
                <Icon {...ICON} />
                <span className="sr-only">{option}</span>
                <span aria-hidden className="min-w-0 truncate">
                  {cutText(option, SUGGESTION_CUT)}
                </span>
              </div>
            ))}
        </div>
        {isEmpty && (
          <p aria-hidden className="p-3 text-sm text-muted">
            {NO_RESULT}
          </p>
        )}
      </div>
      {/* Outside of the hidden element, because screen readers only announce changes in visible live regions. */}
      <p role="status" className="sr-only">
        {isShown && (isEmpty ? NO_RESULT : inWords(options.length, isRecent))}
      </p>
    </>
  );
}

function inWords(count: number, isRecent: boolean): string {
  const what = isRecent ? "recent search" : "suggestion";
  return `${count} ${what}${count === 1 ? "" : isRecent ? "es" : "s"}`;
}

function scrollTo(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}

/** Deleted on sign-out. */
const KEY = `${PERSONAL_PREFIX}searches`;
const RECENT_MAX = 8;

function readRecent(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((term) => typeof term === "string").slice(0, RECENT_MAX) : [];
  } catch {
    return [];
  }
}

function saveRecent(term: string): void {
  write(withRecent(readRecent(), term));
}

function clearRecent(): void {
  write([]);
}

/** Newest first, without duplicates that differ only in case. */
export function withRecent(recent: readonly string[], term: string): string[] {
  const others = recent.filter((one) => one.toLowerCase() !== term.toLowerCase());
  return [term, ...others].slice(0, RECENT_MAX);
}

function write(terms: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(terms));
  } catch {
    // Storage is blocked or full: recent searches are not saved.
  }
}

import { X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { Button } from "#ui/button.tsx";
import { CONTROL_STYLE } from "#ui/control-style.ts";
import { forgetRecent, keepRecent, readRecent } from "./recent-searches.ts";
import { firstChars } from "./search.queries.ts";
import { SearchOptions } from "./search-options.tsx";
import { useSuggestions } from "./use-suggestions.ts";

/** For what the person has just asked for. */
function focus(control: HTMLElement | null): void {
  control?.focus();
}

type SearchFieldProps = { initialTerm: string; onGo: (term: string) => void; onClose: () => void };

/** A combobox: the arrows choose among suggestions or, while it is empty, what was searched for lately. */
export function SearchField({ initialTerm, onGo, onClose }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(initialTerm);
  const [isListOpen, setListOpen] = useState(initialTerm === "");
  const [active, setActive] = useState(-1);
  const [recent, setRecent] = useState(readRecent);
  const typed = text.trim();
  const suggested = useSuggestions(typed, isListOpen);
  const options = typed === "" ? recent : suggested.options;
  const isShown = isListOpen && (options.length > 0 || suggested.isEmpty);

  const go = (term: string) => {
    const search = firstChars(term);
    if (search === "") return;
    keepRecent(search);
    onGo(search);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go((isShown ? options[active] : undefined) ?? text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      // The browser would empty the field.
      event.preventDefault();
      if (isShown) setListOpen(false);
      else onClose();
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setListOpen(true);
    // From the last on to the field itself, and around.
    if (isShown) setActive(((active + 1 + step + options.length + 1) % (options.length + 1)) - 1);
  };

  return (
    <form
      onSubmit={submit}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setListOpen(false);
      }}
      className="flex items-center gap-1 lg:relative"
    >
      <input
        type="search"
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
        ref={focus}
        enterKeyHint="search"
        maxLength={100}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setActive(-1);
          setListOpen(true);
        }}
        onClick={() => setListOpen(true)}
        onKeyDown={onKeyDown}
        className={`${CONTROL_STYLE} h-10 touch:h-11 lg:w-72 [&::-webkit-search-cancel-button]:hidden`}
      />
      <Button variant="ghost" size="icon" aria-label="Close search" onClick={onClose}>
        <X aria-hidden size={20} strokeWidth={1.75} />
      </Button>
      <SearchOptions
        id={id}
        isShown={isShown}
        isRecent={typed === ""}
        isEmpty={suggested.isEmpty}
        options={options}
        active={active}
        onChoose={go}
        onForget={() => {
          forgetRecent();
          setRecent([]);
        }}
      />
    </form>
  );
}

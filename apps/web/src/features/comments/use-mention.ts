import type { ContentId } from "@app/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { peopleToMention } from "./comments.queries.ts";

/** The beginning of a name before the caret. */
const BEGUN = /(?:^|[^\p{L}\p{N}_.@])@([A-Za-z0-9_.]{0,30})$/u;

type Begun = { search: string; from: number; until: number };

/** Suggests people while a name is typed after `@`. The text area keeps the focus. */
export function useMention(
  contentId: ContentId,
  area: RefObject<HTMLTextAreaElement | null>,
  onText: (text: string) => void,
) {
  const listId = useId();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [active, setActive] = useState(0);
  const { data: people = [] } = useQuery({
    ...peopleToMention(contentId, begun?.search ?? ""),
    enabled: begun !== null,
  });
  const shown = begun === null ? [] : people;

  /** Reads what stands before the caret. */
  function look(): void {
    const { value = "", selectionStart: until = 0 } = area.current ?? {};
    const search = BEGUN.exec(value.slice(0, until))?.[1];
    setBegun(search === undefined ? null : { search, from: until - search.length, until });
    setActive(0);
  }

  function choose(username: string): void {
    const field = area.current;
    if (field === null || begun === null) return;
    field.setRangeText(`${username} `, begun.from, begun.until, "end");
    onText(field.value);
    setBegun(null);
    field.focus();
  }

  /** @returns whether the key was for the suggestions */
  function onKeyDown(event: KeyboardEvent): boolean {
    const person = shown[active];
    if (person === undefined) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((active + step + shown.length) % shown.length);
    else if (event.key === "Enter" || event.key === "Tab") choose(person.username);
    else if (event.key === "Escape") setBegun(null);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  const isOpen = shown.length > 0;
  return {
    shown,
    active,
    listId,
    look,
    choose,
    close: () => setBegun(null),
    onKeyDown,
    areaProps: {
      "aria-autocomplete": "list",
      ...(isOpen && { "aria-controls": listId, "aria-activedescendant": `${listId}-${active}` }),
    } as const,
  };
}

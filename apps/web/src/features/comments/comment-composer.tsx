import { COMMENT_MAX_CHARS } from "@app/contract/comment-limits";
import { commentLength } from "@app/contract/comment-text";
import type { ContentId } from "@app/contract/ids";
import { WEB_ADDRESS } from "@app/contract/paths";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { readTextDraft, saveTextDraft, type TextDraft } from "#lib/drafts.ts";
import { counted } from "#lib/format.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { POPUP_ITEM_STYLE, POPUP_STYLE } from "#ui/control-style.ts";
import { FieldError, TextArea } from "#ui/field.tsx";
import { peopleToMention } from "./comments.queries.ts";

type ComposerProps = {
  contentId: ContentId;
  label: string;
  submitLabel: string;
  /** The storage name of the draft, which is kept on this device until it is sent. */
  draft: TextDraft;
  /** Without a draft. */
  initialText?: string;
  busy: boolean;
  error: string | null;
  autoFocus?: boolean;
  /** Empties the field at once, because the comment is shown while it is being sent. */
  clearsOnSend?: boolean;
  /** Rejects if it could not be sent; the text then returns to the field. */
  onSend: (text: string) => Promise<unknown>;
  onCancel?: () => void;
};

/** Where a comment is written. Enter sends it; Shift+Enter begins a new line. */
export function CommentComposer(props: ComposerProps) {
  const { contentId, label, submitLabel, draft, busy, error, autoFocus = false, onSend, onCancel } = props;
  const { clearsOnSend = false } = props;
  const errorId = useId();
  const box = useRef<HTMLFormElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setShown] = useState(() => readTextDraft(draft) || (props.initialText ?? ""));
  const [isEmpty, setEmpty] = useState(false);
  /** What is in the field now, for when sending has ended. */
  const typed = useRef(text);
  const showText = (next: string) => {
    typed.current = next;
    setShown(next);
  };
  const setText = (next: string) => {
    showText(next);
    setEmpty(false);
    saveTextDraft(draft, next);
  };
  const mention = useMention(contentId, area, setText);

  useEffect(() => {
    area.current = box.current?.querySelector("textarea") ?? null;
    if (!autoFocus) return;
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, [autoFocus]);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (text.trim() === "") {
      area.current?.focus();
      return setEmpty(true);
    }
    mention.close();
    if (clearsOnSend) showText("");
    try {
      await onSend(text);
      // What was typed while it was sent stays.
      if (typed.current === (clearsOnSend ? "" : text)) setText("");
    } catch {
      // `error` says why. What was typed meanwhile follows the text.
      if (clearsOnSend) setText([text, typed.current].filter(Boolean).join("\n"));
      area.current?.focus();
    }
  }

  const cancel =
    onCancel &&
    (() => {
      saveTextDraft(draft, "");
      onCancel();
    });

  const fault = isEmpty ? "Comment is a required field" : error;
  return (
    <form ref={box} noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-2">
      <div className="relative">
        <TextArea
          aria-label={label}
          placeholder={label}
          rows={2}
          maxLength={COMMENT_MAX_CHARS}
          lengthOf={commentLength}
          value={text}
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : errorId}
          {...mention.areaProps}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onInput={mention.look}
          onBlur={mention.close}
          onKeyDown={(event) => {
            if (mention.onKeyDown(event)) return;
            // What was typed is there again when the form is opened again.
            if (event.key === "Escape" && !event.nativeEvent.isComposing) onCancel?.();
          }}
        />
        {mention.shown.length > 0 && (
          <ul
            id={mention.listId}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a combobox
            role="listbox"
            aria-label="People to mention"
            className={clsx(POPUP_STYLE, "absolute top-full left-0 z-30 -mt-6 w-72 max-w-full")}
          >
            {mention.shown.map(({ username, name, profile_url: picture }, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the text area has the focus and its keys
              <li
                key={username}
                id={`${mention.listId}-${index}`}
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option of the list
                role="option"
                tabIndex={-1}
                aria-selected={index === mention.active}
                className={clsx(POPUP_ITEM_STYLE, index === mention.active && "bg-lift")}
                // Before the text area loses the focus.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => mention.choose(username)}
              >
                <Avatar picture={picture} name={name} size={28} />
                <span className="min-w-0 truncate">
                  {name} <span className="text-muted">@{username}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
        <p role="status" className="sr-only">
          {mention.shown.length > 0
            ? `${counted(mention.shown.length, "suggestion")}. Choose with the arrow keys and Enter.`
            : ""}
        </p>
      </div>
      {fault !== null && <FieldError id={errorId}>{fault}</FieldError>}
      <div className="flex justify-end gap-2">
        {cancel && (
          <Button variant="ghost" size="sm" onClick={cancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" size="sm" busy={busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** The beginning of a name before the caret. */
const BEGUN = /(?:^|[^\p{L}\p{N}_.@])@([A-Za-z0-9_.]{0,30})$/u;

const IN_ADDRESS = new RegExp(`${WEB_ADDRESS}$`);

type Begun = { search: string; from: number; until: number };

/** Suggests people while a name is typed after `@`. The text area keeps the focus. */
function useMention(contentId: ContentId, area: RefObject<HTMLTextAreaElement | null>, onText: (text: string) => void) {
  const listId = useId();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [active, setActive] = useState(0);
  const { data: people = [] } = useQuery({
    ...peopleToMention(contentId, begun?.search ?? ""),
    enabled: begun !== null,
  });
  const shown = begun === null ? [] : people;

  /** Reads what is before the caret. */
  function look(): void {
    const { value = "", selectionStart: until = 0 } = area.current ?? {};
    const before = value.slice(0, until);
    const search = IN_ADDRESS.test(before) ? undefined : BEGUN.exec(before)?.[1];
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

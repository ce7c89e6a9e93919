import { COMMENT_MAX_CHARS } from "@app/contract/comment-limits";
import { commentLength } from "@app/contract/comment-text";
import type { ContentId } from "@app/contract/ids";
import { clsx } from "clsx";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { readTextDraft, saveTextDraft, type TextDraft } from "#lib/personal-storage.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { POPUP_ITEM_STYLE, POPUP_STYLE } from "#ui/control-style.ts";
import { FieldError, TextArea } from "#ui/field.tsx";
import { useMention } from "./use-mention.ts";

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
    if (text.trim() === "") return setEmpty(true);
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
            if (event.key === "Escape" && onCancel) onCancel();
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
          {mention.shown.length > 0 ? `${mention.shown.length} suggestions. Choose with the arrow keys and Enter.` : ""}
        </p>
      </div>
      {fault !== null && <FieldError id={errorId}>{fault}</FieldError>}
      <div className="flex justify-end gap-2">
        {onCancel && (
          <Button variant="ghost" size="sm" onClick={onCancel}>
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

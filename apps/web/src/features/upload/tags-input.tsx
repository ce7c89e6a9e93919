import { TAG_MAX_CHARS, TAGS_MAX } from "@app/contract/contents";
import { X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { FieldError, TextInput } from "#ui/field.tsx";
import { addTags, hasTooLongTag, leftOf } from "./upload-draft.ts";

type TagsInputProps = { tags: string[]; onChange: (tags: string[]) => void; onBlur: () => void };

/** A comma, Enter or leaving the field adds the typed tag; Backspace in the empty field removes the last one. */
export function TagsInput({ tags, onChange, onBlur }: TagsInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const isFull = tags.length >= TAGS_MAX;

  function add(text: string): void {
    const next = addTags(tags, text);
    onChange(next);
    // What is too much or too long stays to be seen.
    setTyped(leftOf(text, next));
  }

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && typed.trim() !== "") {
      event.preventDefault();
      add(typed);
    }
    if (event.key === "Backspace" && typed === "" && tags.length > 0) onChange(tags.slice(0, -1));
  }

  return (
    <div className="flex flex-col gap-2">
      <TextInput
        ref={input}
        value={typed}
        readOnly={isFull && typed === ""}
        placeholder={isFull ? "" : "e.g. basketball, highlights"}
        onChange={({ currentTarget: { value } }) => (value.includes(",") ? add(value) : setTyped(value))}
        onKeyDown={press}
        onBlur={() => {
          if (typed.trim() !== "") add(typed);
          onBlur();
        }}
        maxLength={TAG_MAX_CHARS * TAGS_MAX}
        autoComplete="off"
        enterKeyHint="done"
      />
      {hasTooLongTag(typed) && <FieldError>A tag can have at most {TAG_MAX_CHARS} characters.</FieldError>}
      {isFull && typed !== "" && <FieldError>{TAGS_MAX} tags are added. There is no room for the rest.</FieldError>}
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li
              key={tag}
              className="flex max-w-full items-center rounded-control border border-line bg-lift pl-2.5 text-sm"
            >
              <span className="truncate">{tag}</span>
              <button
                type="button"
                aria-label={`Remove tag ${tag}`}
                onClick={() => {
                  onChange(tags.filter((other) => other !== tag));
                  input.current?.focus();
                }}
                className="grid size-8 shrink-0 place-items-center rounded-control text-muted hover:text-text touch:size-11"
              >
                <X aria-hidden size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

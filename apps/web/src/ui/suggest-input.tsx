import { Autocomplete } from "@base-ui/react/autocomplete";
import type { Ref } from "react";
import { CONTROL_STYLE, POPUP_ITEM_STYLE, POPUP_STYLE } from "./control-style.ts";
import { useFieldControl, useFieldLabel } from "./field.tsx";

const SUGGESTIONS_MAX = 8;

type SuggestInputProps = {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Names the list for screen readers. */
  listLabel: string;
  suggestions: readonly string[];
  maxLength: number;
  placeholder?: string;
  name?: string;
  ref?: Ref<HTMLInputElement>;
};

/** Free text with suggestions. Goes inside a `Field`. */
export function SuggestInput({ value, onChange, listLabel, suggestions, ...rest }: SuggestInputProps) {
  const control = useFieldControl();
  const label = useFieldLabel();
  const matches = findSuggestions(suggestions, value);
  return (
    <Autocomplete.Root
      items={matches}
      value={value}
      onValueChange={(text, { reason }) => {
        // Escape should close the list without clearing the text.
        if (reason !== "escape-key") onChange(text);
      }}
      mode="none"
      openOnInputClick={false}
    >
      <Autocomplete.Input
        {...control}
        aria-labelledby={label}
        {...rest}
        autoComplete="off"
        className={`${CONTROL_STYLE} h-11`}
      />
      {matches.length > 0 && (
        <Autocomplete.Portal>
          <Autocomplete.Positioner align="start" sideOffset={4} className="z-60">
            <Autocomplete.Popup className={POPUP_STYLE}>
              <Autocomplete.List aria-label={listLabel}>
                {(line: string) => (
                  <Autocomplete.Item key={line} value={line} className={POPUP_ITEM_STYLE}>
                    {line}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      )}
    </Autocomplete.Root>
  );
}

/** @returns at most eight lines: those that start with the text first, then those with a word that does; none once a line is complete */
export function findSuggestions(lines: readonly string[], typed: string): string[] {
  const text = typed.trim().toLowerCase();
  if (text.length < 2) return [];
  const first: string[] = [];
  const others: string[] = [];
  for (const line of lines) {
    const lower = line.toLowerCase();
    if (lower === text) return [];
    if (lower.startsWith(text)) first.push(line);
    else if (lower.includes(` ${text}`)) others.push(line);
  }
  return [...first, ...others].slice(0, SUGGESTIONS_MAX);
}

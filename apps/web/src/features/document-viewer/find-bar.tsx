import { ChevronDown, ChevronUp, X } from "lucide-react";
import type { Ref } from "react";
import { passFocusInRow } from "#lib/pass-focus.ts";
import { Button } from "#ui/button.tsx";
import { ToolButton } from "./viewer-toolbar.tsx";

type FindBarProps = {
  input: Ref<HTMLInputElement>;
  query: string;
  hasText: boolean;
  total: number;
  hasMore: boolean;
  current: number;
  isSearching: boolean;
  isFailed: boolean;
  onRetry: () => void;
  onQuery: (query: string) => void;
  onStep: (direction: 1 | -1) => void;
  onClose: () => void;
};

/** Enter goes to the next hit, Shift and Enter to the previous one, Escape closes. */
export function FindBar({ input, query, hasText, onRetry, onQuery, onStep, onClose, ...found }: FindBarProps) {
  if (!hasText)
    return (
      <div className="flex items-center gap-2 border-b border-line bg-raised px-3 py-1 text-sm">
        <p role="status" className="grow">
          This document is made up of images, so there is no text to search.
        </p>
        <ToolButton icon={X} label="Close search" onClick={onClose} />
      </div>
    );
  const result = query.trim() === "" ? "" : toResult(found);
  return (
    <search className="flex flex-wrap items-center gap-1 border-b border-line bg-raised px-2 py-1">
      <input
        ref={input}
        type="search"
        dir="auto"
        aria-label="Search in the document"
        placeholder="Search in the document"
        value={query}
        maxLength={100}
        onChange={({ currentTarget }) => onQuery(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onStep(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape") onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        className="h-9 w-0 grow rounded-control border border-edge bg-ground px-3 text-base text-ellipsis text-text sm:max-w-80 touch:h-11"
      />
      <p role="status" className="score shrink-0 px-1 text-center text-base text-muted sm:min-w-20">
        {result}
      </p>
      {result === FAILED && (
        <Button ref={passFocusInRow} variant="secondary" size="sm" onClick={onRetry}>
          Retry
        </Button>
      )}
      <span className="flex shrink-0">
        <ToolButton icon={ChevronUp} label="Previous match" disabled={found.total === 0} onClick={() => onStep(-1)} />
        <ToolButton icon={ChevronDown} label="Next match" disabled={found.total === 0} onClick={() => onStep(1)} />
        <ToolButton icon={X} label="Close search" onClick={onClose} />
      </span>
    </search>
  );
}

type Found = Pick<FindBarProps, "total" | "hasMore" | "current" | "isSearching" | "isFailed">;

const FAILED = "The search failed.";

function toResult({ total, hasMore, current, isSearching, isFailed }: Found): string {
  if (total > 0 && current >= 0) return `${current + 1} of ${total}${hasMore ? " or more" : ""}`;
  if (isSearching) return "Searching…";
  if (isFailed) return FAILED;
  return hasMore ? "No matches so far" : "No matches";
}

import { Clock, Search } from "lucide-react";
import { classNames } from "#lib/class-names.ts";
import { cutText } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";

const SUGGESTION_MAX = 35;
const ICON = { "aria-hidden": true, size: 18, strokeWidth: 1.75, className: "shrink-0 text-muted" } as const;

type SearchOptionsProps = {
  id: string;
  isShown: boolean;
  isRecent: boolean;
  isEmpty: boolean;
  options: readonly string[];
  active: number;
  onChoose: (term: string) => void;
  onForget: () => void;
};

/** Hangs under the field. The list itself is always there, so that the field can point to it. */
export function SearchOptions({
  id,
  isShown,
  isRecent,
  isEmpty,
  options,
  active,
  onChoose,
  onForget,
}: SearchOptionsProps) {
  const Icon = isRecent ? Clock : Search;
  return (
    <div
      className={classNames(
        "absolute top-full right-4 left-4 z-40 mt-1 rounded-media border border-line bg-raised p-1.5 text-text shadow-float lg:inset-x-0",
        !isShown && "hidden",
      )}
    >
      {isRecent && (
        <div className="flex items-center justify-between pl-3">
          <p className="text-xs font-semibold text-muted">Recent searches</p>
          <Button variant="ghost" size="sm" onClick={onForget}>
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
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field keeps the focus and names the active option
            <div
              key={option}
              role="option"
              id={`${id}-${at}`}
              aria-selected={at === active}
              title={option}
              // Before the field loses the focus and the list closes.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option)}
              ref={at === active ? scrollTo : null}
              className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-sm hover:bg-lift aria-selected:bg-lift aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent touch:min-h-11"
            >
              <Icon {...ICON} />
              <span className="sr-only">{option}</span>
              <span aria-hidden className="min-w-0 truncate">
                {cutText(option, SUGGESTION_MAX)}
              </span>
            </div>
          ))}
      </div>
      <p role="status" className={classNames(isEmpty ? "p-3 text-sm text-muted" : "sr-only")}>
        {isEmpty && "No result found for the term"}
        {isShown && options.length > 0 && `${options.length} ${options.length === 1 ? "suggestion" : "suggestions"}`}
      </p>
    </div>
  );
}

function scrollTo(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}

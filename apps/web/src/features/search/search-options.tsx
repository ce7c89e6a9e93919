import { clsx } from "clsx";
import { Clock, Search } from "lucide-react";
import { cutText } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";

const SUGGESTION_MAX = 35;
const NOTHING = "No result found for the term";
const ICON = { "aria-hidden": true, size: 18, className: "shrink-0 text-muted" } as const;

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
        {isEmpty && (
          <p aria-hidden className="p-3 text-sm text-muted">
            {NOTHING}
          </p>
        )}
      </div>
      {/* Outside of what is hidden: only what is there already is heard when it changes. */}
      <p role="status" className="sr-only">
        {isShown && (isEmpty ? NOTHING : inWords(options.length, isRecent))}
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

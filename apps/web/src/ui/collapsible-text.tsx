import { clsx } from "clsx";
import { type ReactNode, useId, useState } from "react";
import { LinkedText, type LinkedTextProps } from "./linked-text.tsx";

type CollapsibleTextProps = LinkedTextProps & {
  /** Texts with more characters or lines are collapsed at first. */
  maxChars: number;
  maxLines: 3 | 5;
  /** The rendered text, if it has more than links and times. */
  children?: ReactNode;
};

const CLAMP = { 3: "line-clamp-3", 5: "line-clamp-5" } as const;

/** A user's text, with a button to show all of it if it is long. */
export function CollapsibleText({ maxChars, maxLines, children, ...linked }: CollapsibleTextProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isLong = linked.text.length > maxChars || linked.text.split("\n").length > maxLines;
  return (
    <div>
      <p id={id} className={clsx("break-words whitespace-pre-line", isLong && !isOpen && CLAMP[maxLines])}>
        {children ?? <LinkedText {...linked} />}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 inline-flex min-h-6 items-center rounded-control font-semibold hover:underline touch:min-h-11"
        >
          {isOpen ? "Show less" : "Show more"}
        </button>
      )}
    </div>
  );
}

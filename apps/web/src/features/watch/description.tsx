import { clsx } from "clsx";
import { useId, useState } from "react";
import { type DescriptionPart, toDescriptionParts } from "./description-parts.ts";

type DescriptionProps = { text: string; lengthS: number | null; onSeek: (atS: number) => void };

/** More than this is folded away at first. */
const FOLDED_CHARS = 240;
const FOLDED_LINES = 3;

export function Description({ text, lengthS, onSeek }: DescriptionProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (text === "") return <p className="text-muted">This video has no description.</p>;

  const isLong = text.length > FOLDED_CHARS || text.split("\n").length > FOLDED_LINES;
  return (
    <div>
      <p id={id} className={clsx("break-words whitespace-pre-line", isLong && !isOpen && "line-clamp-3")}>
        {toDescriptionParts(text, lengthS).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
          <Part key={index} part={part} onSeek={onSeek} />
        ))}
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

function Part({ part, onSeek }: { part: DescriptionPart; onSeek: (atS: number) => void }) {
  if (part.kind === "text") return part.text;
  const look = "text-accent underline-offset-2 hover:underline";
  if (part.kind === "link") {
    return (
      <a href={part.href} target="_blank" rel="noopener nofollow ugc" className={look}>
        {part.text}
      </a>
    );
  }
  return (
    <button type="button" onClick={() => onSeek(part.atS)} className={`${look} tabular-nums`}>
      <span className="sr-only">Play from </span>
      {part.text}
    </button>
  );
}

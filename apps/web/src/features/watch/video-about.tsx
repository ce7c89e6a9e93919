import type { ContentItem } from "@app/contract/contents";
import { exactly } from "@app/contract/counts";
import { clsx } from "clsx";
import { EyeOff, Lock } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { dateInWords, momentInWords } from "#lib/dates.ts";
import { viewsInWords } from "#lib/format.ts";
import { Link } from "#ui/link.tsx";
import { type DescriptionPart, toDescriptionParts } from "./description-parts.ts";

type DescriptionProps = { text: string; lengthS: number | null; onSeek: (atS: number) => void };

/** More than this is folded away at first. */
const FOLDED_CHARS = 240;

const FOLDED_LINES = 3;

const TAG =
  "inline-flex min-h-7 items-center rounded-control border border-line bg-raised px-2.5 text-sm hover:border-edge touch:min-h-11";

type VideoAboutProps = { item: ContentItem; channelCard: ReactNode; onSeek: (atS: number) => void };

/** Everything that stands about a video, below it. */
export function VideoAbout({ item, channelCard, onSeek }: VideoAboutProps) {
  const publishedAt = item.published_at ?? item.created_at;
  return (
    <article className="flex flex-col gap-5">
      <header className="flex flex-col gap-2">
        <h1 className="font-display text-2xl leading-tight font-bold break-words text-balance sm:text-3xl">
          {item.title}
        </h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          <span className="score text-base" title={exactly(item.total_views)}>
            {viewsInWords(item.total_views)}
          </span>
          <time dateTime={publishedAt} title={momentInWords(publishedAt)}>
            {dateInWords(publishedAt)}
          </time>
          <VisibilityTag visibility={item.visibility} />
        </p>
      </header>
      {channelCard}
      <section aria-label="Description" className="flex flex-col gap-4 rounded-media bg-raised p-4">
        <Description text={item.description} lengthS={item.length} onSeek={onSeek} />
        <ul className="flex flex-wrap gap-2" aria-label="Category and tags">
          <li>
            <Link href={`/category-listing/${item.category.id}`} className={`${TAG} font-semibold`}>
              {item.category.name}
            </Link>
          </li>
          {item.tags.map((tag) => (
            <li key={tag}>
              <Link href={`/search-results?search=${encodeURIComponent(tag)}`} className={`${TAG} text-muted`}>
                #{tag}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </article>
  );
}

function VisibilityTag({ visibility }: Pick<ContentItem, "visibility">) {
  if (visibility === "public") return null;
  const Icon = visibility === "private" ? Lock : EyeOff;
  return (
    <span className="inline-flex items-center gap-1">
      <Icon aria-hidden size={16} />
      {visibility === "private" ? "Private" : "Unlisted"}
    </span>
  );
}

function Description({ text, lengthS, onSeek }: DescriptionProps) {
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

import type { ContentItem } from "@app/contract/contents";
import { exactly } from "@app/contract/counts";
import { EyeOff, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { dateInWords, momentInWords } from "#lib/dates.ts";
import { viewsInWords } from "#lib/format.ts";
import { Link } from "#ui/link.tsx";
import { Description } from "./description.tsx";

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

import type { RecruitingPage } from "@app/contract/recruiting";
import { clsx } from "clsx";
import { duration } from "#lib/format.ts";
import { MediaPicture } from "#ui/media-picture.tsx";

type Highlight = RecruitingPage["highlights"][number];

/** On paper the first one's picture and the names stand for the films. */
export function PaperHighlights({ highlights }: { highlights: readonly Highlight[] }) {
  const poster = highlights[0]?.video_content.poster ?? null;
  return (
    <div className="hidden gap-4 print:flex">
      {poster !== null && <img src={poster} alt="" className="max-h-24 w-fit shrink-0 self-start rounded-media" />}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h2 className="title text-base">Highlights</h2>
        <ol className="flex flex-col text-[10px] leading-tight">
          {highlights.map(({ id, title, length }) => (
            <li key={id} className="flex gap-2">
              <span className="line-clamp-1 wrap-anywhere">{title}</span>
              {length !== null && <span className="text-muted">{duration(length)}</span>}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** What else there is to see; the one that plays is marked. */
export function HighlightList({
  highlights,
  shownId,
  onChoose,
}: {
  highlights: readonly Highlight[];
  shownId: string;
  onChoose: (id: string) => void;
}) {
  if (highlights.length < 2) return null;
  return (
    <ol
      aria-label="Highlights"
      className="grid content-start gap-3 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2 print:hidden"
    >
      {highlights.map(({ id, title, length, video_content }) => (
        <li key={id}>
          <button
            type="button"
            aria-current={id === shownId || undefined}
            onClick={() => onChoose(id)}
            className={clsx(
              "flex w-full items-center gap-3 rounded-media border p-2 text-left transition-colors hover:bg-lift",
              id === shownId ? "border-accent" : "border-line",
            )}
          >
            <span className="w-28 shrink-0">
              <MediaPicture picture={video_content.poster} preview={null} isFirst={false}>
                {null}
              </MediaPicture>
            </span>
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 font-semibold wrap-anywhere">{title}</span>
              <span className="flex flex-wrap items-baseline gap-x-3 text-muted">
                {length !== null && <span className="score">{duration(length)}</span>}
                {id === shownId && <span className="text-sm text-text">Now showing</span>}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

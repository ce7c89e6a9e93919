import type { RecruitingPage } from "@app/contract/recruiting";
import { classNames } from "#lib/class-names.ts";
import { duration } from "#lib/format.ts";
import { MediaPicture } from "#ui/media-picture.tsx";

type Highlight = RecruitingPage["highlights"][number];

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
    <ol aria-label="Highlights" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1 print:hidden">
      {highlights.map(({ id, title, length, video_content }) => (
        <li key={id}>
          <button
            type="button"
            aria-current={id === shownId || undefined}
            onClick={() => onChoose(id)}
            className={classNames(
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
              <span className="line-clamp-2 font-semibold">{title}</span>
              {length !== null && <span className="score text-muted">{duration(length)}</span>}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

import { type Chapter, chapterIndexAt } from "@app/contract/chapters";
import { duration, durationInWords } from "#lib/format.ts";
import { type PlayClock, usePlayClock } from "#lib/play-clock.ts";

type ChapterListProps = { chapters: readonly Chapter[]; clock: PlayClock; onSeek: (atS: number) => void };

/** The chapters of the description, with the one that is playing marked. */
export function ChapterList({ chapters, clock, onSeek }: ChapterListProps) {
  const current = usePlayClock(clock, (atS) => chapterIndexAt(chapters, atS));
  if (chapters.length === 0) return null;
  return (
    <section aria-label="Chapters" className="flex flex-col gap-3 rounded-media bg-raised p-4">
      <h2 className="title text-2xl">Chapters</h2>
      <ol className="-mx-2 flex flex-col">
        {chapters.map(({ atS, title }, index) => (
          <li key={atS}>
            <button
              type="button"
              aria-current={index === current ? "true" : undefined}
              onClick={() => onSeek(atS)}
              className="flex min-h-10 w-full items-center gap-3 rounded-control px-2 py-1.5 text-left hover:bg-lift aria-[current]:bg-lift aria-[current]:font-semibold touch:min-h-11"
            >
              <span aria-hidden className="score w-14 shrink-0 text-base text-accent">
                {duration(atS)}
              </span>
              <span className="min-w-0 break-words">{title}</span>
              <span className="sr-only">, at {durationInWords(atS)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

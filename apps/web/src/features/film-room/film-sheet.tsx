import type { FilmNote } from "@app/contract/film-notes";
import { contentHref } from "@app/contract/paths";
import { queryOptions } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { counted } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { DrawingSurface } from "./drawing-surface.tsx";
import { fetchAllNotes } from "./film-notes.queries.ts";
import { CsvButton, rangeOf } from "./film-notes.tsx";

export function allNotes(id: string) {
  return queryOptions({ queryKey: ["film-sheet", id], queryFn: ({ signal }) => fetchAllNotes(id, signal), gcTime: 0 });
}

type FilmSheetProps = {
  item: { id: string; title: string; channel: { name: string } };
  notes: readonly FilmNote[];
  /** Width of the video in parts of its height. */
  aspect: number;
  /** A picture of the video where the note starts, if there is one. */
  frameOf: (note: FilmNote) => ReactNode;
  /** How many pictures are still being taken. */
  missingFrames: number;
};

/** All notes on a video, to print. */
export function FilmSheet({ item, notes, aspect, frameOf, missingFrames }: FilmSheetProps) {
  return (
    <article className="flex flex-col gap-6">
      <header className="flex flex-wrap items-start gap-3">
        <div className="grow">
          <h1 className="page-title print:text-3xl">Film notes</h1>
          <p className="mt-1 font-semibold break-words">
            <Link href={contentHref("video", item.id) ?? "/404"} className="hover:underline">
              {item.title}
            </Link>
          </p>
          <p className="text-muted">{item.channel.name}</p>
        </div>
        {notes.length > 0 && (
          <>
            <Button
              variant="secondary"
              size="sm"
              busy={missingFrames > 0}
              onClick={() => window.print()}
              className="print:hidden"
            >
              <Printer aria-hidden size={16} /> Print
            </Button>
            <CsvButton contentId={item.id} title={item.title} />
          </>
        )}
      </header>
      {/* Not live: a screen reader would read every number. */}
      {missingFrames > 0 && (
        <p className="text-sm text-muted print:hidden">
          {counted(missingFrames, "picture")} of the video {missingFrames === 1 ? "is" : "are"} still being prepared.
        </p>
      )}
      {notes.length === 0 && (
        <p className="text-muted">
          There are no notes on this video yet. Open it, turn on the film room, and add a note where it matters.
        </p>
      )}
      <ol className="flex flex-col gap-4">
        {notes.map((note) => (
          <li
            key={note.id}
            className="grid break-inside-avoid gap-x-5 gap-y-2 border-t border-line pt-4 sm:grid-cols-[14rem_1fr]"
          >
            <div className="relative overflow-clip rounded-control bg-line" style={{ aspectRatio: aspect }}>
              {frameOf(note)}
              <DrawingSurface
                drawing={note.drawing}
                tool={null}
                color="yellow"
                aspect={aspect}
                selected={null}
                onSelect={() => undefined}
                onDraw={() => undefined}
              />
            </div>
            <div>
              <p className="score text-lg">{rangeOf(note)}</p>
              <p dir="auto" className="break-words whitespace-pre-line">
                {note.text}
              </p>
              <p className="mt-1 text-sm text-muted">
                {note.author.is_you ? "You" : note.author.name}
                {note.is_shared ? ", shared" : ""}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </article>
  );
}

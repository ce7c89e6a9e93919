import { useState } from "react";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { TranscriptProps } from "./transcript.tsx";

const { Component: LazyTranscript, preload } = lazyWithPreload<TranscriptProps>(
  async () => (await withOfflineError(import("./transcript.tsx"))).Transcript,
  () => <Skeleton className="h-96 w-full rounded-media" />,
  { Fallback: LoadError },
);

type TranscriptSectionProps = TranscriptProps & {
  /** Where the captions are changed; null for everybody but the owner. */
  editHref: string | null;
};

/** The transcript is loaded once somebody opens it. */
export function TranscriptSection({ editHref, ...props }: TranscriptSectionProps) {
  const [isOpen, setOpen] = useState(false);
  if (props.tracks.length === 0 && editHref === null) return null;
  return (
    <section aria-label="Captions" className="flex flex-col gap-4 rounded-media bg-raised p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="title grow text-2xl">Transcript</h2>
        {editHref !== null && (
          <LinkButton href={editHref} variant="ghost" size="sm">
            {props.tracks.length === 0 ? "Add captions" : "Edit captions"}
          </LinkButton>
        )}
        {props.tracks.length > 0 && (
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={isOpen}
            onPointerEnter={() => preload().catch(() => undefined)}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Hide transcript" : "Show transcript"}
          </Button>
        )}
      </div>
      {props.tracks.length === 0 && <p className="text-muted">This video has no captions yet.</p>}
      {isOpen && <LazyTranscript {...props} />}
    </section>
  );
}

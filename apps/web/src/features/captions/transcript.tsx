import type { CaptionCue, CaptionLanguage, CaptionTrack } from "@app/contract/captions";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { counted, duration, durationInWords, languageName } from "#lib/format.ts";
import { type PlayClock, usePlayClock } from "#lib/play-clock.ts";
import { Button } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { captionCues } from "./captions.queries.ts";

export type TranscriptProps = {
  id: string;
  tracks: readonly CaptionTrack[];
  /** Null while it is unknown. */
  lengthS: number | null;
  clock: PlayClock;
  onSeek: (atS: number) => void;
};

/** The words of a video, to read, search and jump to. */
export function Transcript({ id, tracks, lengthS, clock, onSeek }: TranscriptProps) {
  const [chosen, setChosen] = useState<CaptionLanguage | null>(null);
  const [term, setTerm] = useState("");
  const track = tracks.find(({ language }) => language === chosen) ?? tracks[0];
  if (!track) return null;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-4 *:min-w-52 *:grow">
        <Field label="Search the transcript">
          <TextInput type="search" value={term} onChange={({ target }) => setTerm(target.value)} />
        </Field>
        {tracks.length > 1 && (
          <Field label="Language">
            <Select
              options={tracks.map(({ language }) => ({ value: language, label: languageName(language) }))}
              value={track.language}
              onChange={({ target }) => setChosen(target.value as CaptionLanguage)}
            />
          </Field>
        )}
      </div>
      {track.is_automatic && (
        <p className="text-sm text-muted">Automatic: made by speech recognition, and may contain mistakes.</p>
      )}
      <Lines
        key={`${track.language} ${track.revision}`}
        id={id}
        track={track}
        lengthS={lengthS}
        clock={clock}
        onSeek={onSeek}
        term={term}
      />
    </div>
  );
}

type LinesProps = Omit<TranscriptProps, "tracks"> & { track: CaptionTrack; term: string };

function Lines({ id, track, lengthS, clock, onSeek, term }: LinesProps) {
  const captions = useQuery(captionCues(id, track.language, track.revision));
  if (captions.isPending) return <Skeleton className="h-96 w-full rounded-media" />;
  if (captions.isError)
    return (
      <LoadError error={captions.error} isRetrying={captions.isFetching} onRetry={() => void captions.refetch()} />
    );
  // After the file was replaced by a shorter one, the last cues belong to nothing.
  const endMs = lengthS === null ? Number.POSITIVE_INFINITY : lengthS * 1_000;
  const cues = captions.data.cues.filter(({ start_ms }) => start_ms < endMs);
  const found = cues.flatMap((cue, index) => (matches(cue.text, term) ? [{ cue, index }] : []));
  return (
    <>
      <p role="status" className={clsx("text-sm text-muted", term.trim() === "" && "sr-only")}>
        {found.length === 0 ? "No lines match." : `${counted(found.length, "line")}.`}
      </p>
      <CueList
        lang={track.language}
        isSearch={term.trim() !== ""}
        cues={cues}
        found={found}
        clock={clock}
        onSeek={onSeek}
        term={term}
      />
    </>
  );
}

type CueListProps = Pick<TranscriptProps, "clock" | "onSeek"> & {
  lang: string;
  cues: readonly CaptionCue[];
  found: readonly { cue: CaptionCue; index: number }[];
  term: string;
  isSearch: boolean;
};

function CueList({ lang, cues, found, clock, onSeek, term, isSearch }: CueListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  const current = usePlayClock(clock, (atS) => cues.findLastIndex((cue) => cue.start_ms <= atS * 1_000));
  const follows = isFollowing && !isSearch;

  useEffect(() => {
    if (follows && current >= 0) scrollTo(list.current);
  }, [follows, current]);

  const stop = () => setFollowing(false);
  return (
    <div className="relative">
      <ol
        ref={list}
        lang={lang}
        dir="auto"
        aria-label="Transcript"
        tabIndex={-1}
        onWheel={stop}
        onTouchMove={stop}
        onFocus={({ target, currentTarget }) => {
          if (target !== currentTarget && target.matches(":focus-visible")) stop();
        }}
        onPointerDown={({ target, currentTarget }) => {
          // Not a line: the scroll bar.
          if (target === currentTarget) stop();
        }}
        onKeyDown={(event) => {
          if (moveFocus(event, list.current)) stop();
        }}
        className="relative max-h-96 overflow-y-auto overscroll-contain rounded-media border border-line outline-none"
      >
        {found.map(({ cue, index }) => (
          <li key={index} className="[contain-intrinsic-size:auto_2.5rem] [content-visibility:auto]">
            <button
              type="button"
              aria-current={index === current ? "true" : undefined}
              onClick={() => {
                onSeek(cue.start_ms / 1_000);
                setFollowing(true);
              }}
              className="flex min-h-10 w-full gap-3 px-3 py-2 text-left hover:bg-lift focus-visible:-outline-offset-2 aria-[current]:bg-lift touch:min-h-11"
            >
              <span aria-hidden className="score w-14 shrink-0 text-base text-muted">
                {duration(cue.start_ms / 1_000)}
              </span>
              <span className="sr-only">{durationInWords(cue.start_ms / 1_000)}: </span>
              <span dir="auto" className="min-w-0 break-words whitespace-pre-line">
                <Highlighted text={cue.text} term={term} />
              </span>
            </button>
          </li>
        ))}
      </ol>
      {!follows && !isSearch && (
        <Button
          size="sm"
          className="absolute right-3 bottom-3 shadow-float"
          onClick={() => {
            setFollowing(true);
            // The button goes.
            list.current?.focus({ preventScroll: true });
          }}
        >
          Follow the video
        </Button>
      )}
    </div>
  );
}

/** Scrolls the list only, never the page. */
function scrollTo(list: HTMLElement | null): void {
  const line = list?.querySelector<HTMLElement>('[aria-current="true"]')?.closest("li");
  if (list && line) list.scrollTop = line.offsetTop - (list.clientHeight - line.offsetHeight) / 2;
}

/** Arrow keys go from line to line. @returns whether the key did */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null): boolean {
  const buttons = Array.from(list?.querySelectorAll("button") ?? []);
  const at = buttons.findIndex((button) => button === document.activeElement);
  const targets: Partial<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: Math.max(0, at - 1),
    Home: 0,
    End: buttons.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return false;
  event.preventDefault();
  buttons[Math.min(target, buttons.length - 1)]?.focus();
  return true;
}

/** Case and accents make no difference, and a text keeps its length, so that a place in one is a place in the other. */
function fold(text: string): string {
  return Array.from(text, (character) => {
    const folded = character.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    return folded.length === character.length ? folded : character;
  }).join("");
}

function matches(text: string, term: string): boolean {
  return fold(text).includes(fold(term.trim()));
}

function Highlighted({ text, term }: { text: string; term: string }) {
  const searched = fold(term.trim());
  const at = searched === "" ? -1 : fold(text).indexOf(searched);
  if (at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-accent text-on-accent">{text.slice(at, at + searched.length)}</mark>
      {text.slice(at + searched.length)}
    </>
  );
}

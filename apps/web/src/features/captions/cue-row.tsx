import type { CaptionCue } from "@app/contract/captions";
import { clsx } from "clsx";
import { Play } from "lucide-react";
import { type KeyboardEvent, memo, useRef, useState } from "react";
import { readTimeCode, timeCode } from "#lib/format.ts";
import type { PlayClock } from "#lib/play-clock.ts";
import { Button } from "#ui/button.tsx";
import { CONTROL_STYLE } from "#ui/control-style.ts";
import { FieldError } from "#ui/field.tsx";
import type { ChangeCues } from "./captions-draft.ts";
import {
  type Edge,
  mergeWithNext,
  moveEdge,
  READING_SPEED_MAX,
  readingSpeed,
  type Silences,
  snapToSilence,
  splitCue,
} from "./edit-cues.ts";

type CueRowProps = {
  cue: CaptionCue;
  index: number;
  lengthMs: number;
  clock: PlayClock;
  silences: Silences;
  change: ChangeCues;
  cueCount: number;
  isSelected: boolean;
  fault: string | undefined;
  onSelect: (index: number) => void;
  onSeek: (atS: number) => void;
};

/** One cue: its times, its text, and what can be done to it. Memoized, because captions have thousands. */
export const CueRow = memo(function CueRow(props: CueRowProps) {
  const { cue, index, lengthMs, clock, silences, change, cueCount, isSelected, fault, onSelect, onSeek } = props;
  const text = useRef<HTMLTextAreaElement>(null);
  const number = index + 1;
  const faultId = `cue-${number}-fault`;
  const { invalidTime, setInvalidTime, requested, setRequested, appliedMs, noSplit, setNoSplit } = useCueNotes(
    cue,
    cueCount,
  );
  const isLast = index === cueCount - 1;

  function split(): void {
    const [cursor, playheadMs] = [text.current?.selectionStart ?? 0, clock.get() * 1_000];
    setNoSplit(splitCue([cue], 0, cursor, playheadMs).length === 1);
    change((cues) => splitCue(cues, index, cursor, playheadMs));
  }
  const moveTo = (edge: Edge) => (ms: number) => {
    setInvalidTime(null);
    setRequested({ edge, ms: Math.round(ms) });
    change((cues) => moveEdge(cues, { index, edge }, ms, lengthMs), `${edge} ${index}`);
  };

  const timeProps = { clock, onRefuse: setInvalidTime };

  function merge(): void {
    change((cues) => mergeWithNext(cues, index));
    text.current?.focus();
  }

  /**
   * The next cue's row takes this one's place and keeps the focus. After the last cue, the one before it gets the focus,
   * and after the only one the editor's first button, which adds another.
   */
  function remove(row: Element | null): void {
    change((cues) => cues.toSpliced(index, 1));
    if (!isLast) return;
    const before = row?.previousElementSibling?.querySelector("textarea");
    (before ?? row?.closest("section")?.querySelector("button"))?.focus();
  }

  return (
    <li
      onFocus={() => onSelect(index)}
      className={clsx(
        "flex flex-col gap-2 rounded-media border bg-raised p-3 [contain-intrinsic-size:auto_11rem] [content-visibility:auto]",
        isSelected ? "border-accent" : "border-line",
      )}
    >
      <div className="flex items-center gap-2">
        <span className="score w-5 text-lg text-muted sm:w-8">{number}</span>
        <TimeInput label={`Start of cue ${number}`} ms={cue.start_ms} onChange={moveTo("start")} {...timeProps} />
        <span aria-hidden>–</span>
        <TimeInput label={`End of cue ${number}`} ms={cue.end_ms} onChange={moveTo("end")} {...timeProps} />
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Play cue ${number}`}
          title="Play"
          onClick={() => onSeek(cue.start_ms / 1_000)}
        >
          <Play aria-hidden size={18} />
        </Button>
      </div>
      {invalidTime !== null && (
        <FieldError>
          “{invalidTime}” is not a time like {timeCode(cue.start_ms)}.
        </FieldError>
      )}
      {requested && (
        <p role="status" className="text-sm text-muted">
          {timeCode(Math.max(0, requested.ms))} was changed to {timeCode(appliedMs)}: cues cannot overlap or run past
          the end of the video.
        </p>
      )}
      <textarea
        ref={text}
        aria-label={`Text of cue ${number}`}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : faultId}
        dir="auto"
        rows={2}
        value={cue.text}
        onChange={({ target }) => {
          setNoSplit(false);
          change((cues) => cues.with(index, { ...cue, text: target.value }), `text ${index}`);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          split();
        }}
        className={clsx(CONTROL_STYLE, "py-2")}
      />
      {fault !== undefined && <FieldError id={faultId}>{fault}</FieldError>}
      {noSplit && <FieldError>Put the cursor between two words of the cue first.</FieldError>}
      <SpeedWarning charactersPerS={readingSpeed(cue)} />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" title="Ctrl + Enter" onClick={split}>
          Split at cursor
        </Button>
        <Button variant="secondary" size="sm" disabled={isLast} onClick={merge}>
          Merge with next
        </Button>
        <Button
          variant="secondary"
          size="sm"
          disabled={silences.length === 0}
          onClick={() => change((cues) => snapToSilence(cues, index, silences, lengthMs))}
        >
          Snap to silence
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Delete cue ${number}`}
          onClick={({ currentTarget }) => remove(currentTarget.closest("li"))}
        >
          Delete
        </Button>
      </div>
    </li>
  );
});

/** What a cue says of the last change to it. */
function useCueNotes(cue: CaptionCue, cueCount: number) {
  /** What was typed as a time and is none. */
  const [invalidTime, setInvalidTime] = useState<string | null>(null);
  /** The time that was entered last and the one that the cue got for it, until it has another. */
  const [requested, setRequested] = useState<{ edge: Edge; ms: number; gotMs?: number } | null>(null);
  /** Why the cue was not split. */
  const [noSplit, setNoSplit] = useState(false);
  const [knownCount, setKnownCount] = useState(cueCount);
  // One was added or removed: the row may show another cue, and the notes are not about that.
  if (knownCount !== cueCount) {
    setKnownCount(cueCount);
    setInvalidTime(null);
    setRequested(null);
    setNoSplit(false);
  }
  const appliedMs = requested?.edge === "start" ? cue.start_ms : cue.end_ms;
  const { ms, gotMs = appliedMs } = requested ?? {};
  if (requested && (ms === appliedMs || gotMs !== appliedMs)) setRequested(null);
  else if (requested && requested.gotMs === undefined) setRequested({ ...requested, gotMs });
  return { invalidTime, setInvalidTime, requested, setRequested, appliedMs, noSplit, setNoSplit };
}

function SpeedWarning({ charactersPerS }: { charactersPerS: number }) {
  if (charactersPerS <= READING_SPEED_MAX) return null;
  return (
    <p className="text-sm text-clay">
      {charactersPerS} characters a second: too fast to read along. Up to {READING_SPEED_MAX} is good.
    </p>
  );
}

const STEP_MS = 100;
const LARGE_STEP_MS = 1_000;

type TimeInputProps = {
  label: string;
  ms: number;
  clock: PlayClock;
  onChange: (ms: number) => void;
  /** Called with a text that is no time; the time stays as it was. */
  onRefuse: (text: string) => void;
};

/** Up and down move the time by a tenth of a second, with Shift by a whole one; p takes that of the player. */
function TimeInput({ label, ms, clock, onChange, onRefuse }: TimeInputProps) {
  const [typed, setTyped] = useState<string | null>(null);

  function commit(): void {
    if (typed === null) return;
    const entered = readTimeCode(typed);
    setTyped(null);
    if (entered === null) onRefuse(typed);
    else onChange(entered);
  }

  function press(event: KeyboardEvent): void {
    // Such as for printing.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const stepMs = event.shiftKey ? LARGE_STEP_MS : STEP_MS;
    const targets: Partial<Record<string, () => void>> = {
      ArrowUp: () => onChange(ms + stepMs),
      ArrowDown: () => onChange(ms - stepMs),
      p: () => onChange(clock.get() * 1_000),
      Enter: commit,
    };
    const target = targets[event.key];
    if (!target) return;
    event.preventDefault();
    setTyped(null);
    target();
  }

  return (
    <span className="w-28 min-w-0">
      <input
        aria-label={label}
        title="Up and down arrows: a tenth of a second, with Shift a whole second. P: the player's time"
        value={typed ?? timeCode(ms)}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={press}
        className={clsx(CONTROL_STYLE, "score h-9 text-center text-base touch:h-11")}
      />
    </span>
  );
}

import type { CaptionCue } from "@app/contract/captions";
import { clsx } from "clsx";
import type { PointerEvent } from "react";
import { duration } from "#lib/format.ts";
import { type PlayClock, usePlayClock } from "#lib/play-clock.ts";
import type { Silences } from "./edit-cues.ts";

const WINDOW_MS = 20_000;
const TICK_MS = 5_000;

type CueTimelineProps = {
  cues: readonly CaptionCue[];
  silences: Silences;
  clock: PlayClock;
  lengthMs: number;
  selected: number;
  onSelect: (index: number) => void;
  onSeek: (atS: number) => void;
};

/** The twenty seconds around the playhead: cues, and in gray where it is quiet. A click seeks. The list below has it all in words. */
export function CueTimeline({ cues, silences, clock, lengthMs, selected, onSelect, onSeek }: CueTimelineProps) {
  const atMs = usePlayClock(clock, (atS) => Math.round(atS * 10) * 100);
  const fromMs = Math.max(0, Math.min(atMs - WINDOW_MS / 2, lengthMs - WINDOW_MS));
  const untilMs = fromMs + WINDOW_MS;
  const toPercent = (ms: number) => `${((ms - fromMs) / WINDOW_MS) * 100}%`;
  const place = (startMs: number, endMs: number) => ({
    left: toPercent(startMs),
    width: `${((endMs - startMs) / WINDOW_MS) * 100}%`,
  });
  const isNear = (startMs: number, endMs: number) => endMs > fromMs && startMs < untilMs;
  const ticks = Array.from({ length: WINDOW_MS / TICK_MS + 1 }, (_, n) => (Math.ceil(fromMs / TICK_MS) + n) * TICK_MS);

  function seek({ clientX, currentTarget }: PointerEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    onSeek(Math.min(lengthMs, fromMs + ((clientX - left) / width) * WINDOW_MS) / 1_000);
  }

  return (
    <div
      aria-hidden
      data-timeline
      onPointerUp={seek}
      className="relative h-20 cursor-pointer overflow-hidden rounded-media border border-line bg-ground"
    >
      {silences
        .filter(([start, end]) => isNear(start, end))
        .map(([start, end]) => (
          <div key={start} className="absolute inset-y-0 bg-lift" style={place(start, end)} />
        ))}
      {ticks
        .filter((tick) => tick < untilMs && tick <= lengthMs)
        .map((tick) => (
          <span
            key={tick}
            className="score absolute top-1 border-l border-line pl-1 text-xs text-muted"
            style={{ left: toPercent(tick) }}
          >
            {duration(tick / 1_000)}
          </span>
        ))}
      {cues.map((cue, index) =>
        isNear(cue.start_ms, cue.end_ms) ? (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a cue has no other identity while it is edited
            key={index}
            onPointerUp={() => onSelect(index)}
            className={clsx(
              "absolute top-7 bottom-2 overflow-hidden rounded-control border px-1.5 text-xs leading-tight",
              index === selected ? "border-accent bg-raised font-semibold" : "border-edge bg-raised",
            )}
            style={place(cue.start_ms, cue.end_ms)}
          >
            {cue.text}
          </div>
        ) : null,
      )}
      <div className="absolute inset-y-0 w-0.5 bg-accent" style={{ left: toPercent(atMs) }} />
    </div>
  );
}

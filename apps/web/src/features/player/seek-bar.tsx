import { type Chapter, chapterIndexAt } from "@app/contract/chapters";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { duration, durationInWords } from "#lib/format.ts";
import { hasModifier } from "#lib/keys.ts";
import { seek, seekBy, seekToShare } from "#lib/seek.ts";
import { findTile, type StoryboardTile, useStoryboard } from "./storyboard.tsx";
import type { Playback } from "./use-playback.ts";

type SeekBarProps = {
  video: HTMLVideoElement | null;
  playback: Pick<Playback, "atS" | "bufferedUntilS" | "playableUntilS">;
  lengthS: number;
  storyboard: string | null;
  chapters: readonly Chapter[];
  /** The part that is repeated; without its end, only its start is set. */
  loop: { fromS: number; toS: number | null } | null;
  onDragging: (isDragging: boolean) => void;
};

const STEP_S = 5;

/** The pointer uses the whole strip, with pixel precision; keyboards and screen readers use the input inside. */
export function SeekBar({ video, playback, lengthS, storyboard, chapters, loop, onDragging }: SeekBarProps) {
  const strip = useRef<HTMLDivElement>(null);
  const [pointedS, setPointedS] = useState<number | null>(null);
  const [isDragging, setDragging] = useState(false);
  const [wasHovered, setWasHovered] = useState(false);
  const tiles = useStoryboard(storyboard, wasHovered);
  const atS = isDragging && pointedS !== null ? pointedS : playback.atS;
  const shareOf = (seconds: number) => (lengthS > 0 ? Math.min(1, seconds / lengthS) : 0);

  function pointAt({ clientX }: PointerEvent): number {
    const { left, width } = strip.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    const pointed = Math.min(1, Math.max(0, (clientX - left) / width)) * lengthS;
    setPointedS(pointed);
    setWasHovered(true);
    return pointed;
  }

  function changeDragging(isNow: boolean): void {
    setDragging(isNow);
    onDragging(isNow);
  }

  function seekByKey(event: KeyboardEvent): void {
    const move = hasModifier(event) ? null : keyMove(event.key, lengthS);
    if (move === null || !video) return;
    event.preventDefault();
    move(video);
  }

  return (
    <div
      ref={strip}
      className="group/seek relative flex h-6 cursor-pointer touch-none items-center touch:h-11"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointAt(event);
        changeDragging(true);
      }}
      onPointerMove={pointAt}
      onPointerUp={(event) => {
        if (isDragging && video) seek(video, pointAt(event));
        if (event.pointerType !== "mouse") setPointedS(null);
      }}
      onLostPointerCapture={() => changeDragging(false)}
      onPointerLeave={() => setPointedS(null)}
    >
      <input
        type="range"
        aria-label="Seek"
        aria-valuetext={toValueText(playback.atS, lengthS, chapters)}
        min={0}
        max={Math.max(lengthS, 1)}
        step={1}
        value={playback.atS}
        onChange={({ currentTarget }) => video && seek(video, currentTarget.valueAsNumber)}
        onKeyDown={seekByKey}
        className="peer pointer-events-none absolute inset-0 m-0 opacity-0"
      />
      <div className="pointer-events-none relative h-1 w-full forced-color-adjust-none rounded-full bg-on-scrim/20 outline-offset-4 outline-accent peer-focus-visible:h-1.5 peer-focus-visible:outline-2 group-hover/seek:h-1.5">
        <Range share={shareOf(playback.playableUntilS)} className="bg-on-scrim/20" />
        <Range share={shareOf(playback.bufferedUntilS)} className="bg-on-scrim/40" />
        <Range share={shareOf(atS)} className="bg-accent" />
        {chapters.slice(1).map((chapter) => (
          <div
            key={chapter.atS}
            data-chapter
            className="absolute inset-y-0 w-[3px] -translate-x-1/2 bg-ground"
            style={{ left: `${shareOf(chapter.atS) * 100}%` }}
          />
        ))}
        {loop && <LoopMark from={shareOf(loop.fromS)} to={shareOf(loop.toS ?? loop.fromS)} />}
        <div
          className="absolute top-1/2 size-3.5 -translate-x-1/2 -translate-y-1/2 rounded-full bg-accent opacity-0 transition-opacity group-has-focus-visible/seek:opacity-100 group-hover/seek:opacity-100 touch:opacity-100"
          style={{ left: `${shareOf(atS) * 100}%` }}
        />
      </div>
      {pointedS !== null && (
        <ScrubPreview
          tile={findTile(tiles, pointedS)}
          title={chapters[chapterIndexAt(chapters, pointedS)]?.title ?? null}
          atS={pointedS}
          share={shareOf(pointedS)}
        />
      )}
    </div>
  );
}

function toValueText(atS: number, lengthS: number, chapters: readonly Chapter[]): string {
  const chapter = chapters[chapterIndexAt(chapters, atS)];
  return `${durationInWords(atS)} of ${durationInWords(lengthS)}${chapter ? `, ${chapter.title}` : ""}`;
}

function Range({ share, className }: { share: number; className: string }) {
  return <div className={`absolute inset-y-0 left-0 rounded-full ${className}`} style={{ width: `${share * 100}%` }} />;
}

/** A and B, and what lies between them. */
function LoopMark({ from, to }: { from: number; to: number }) {
  return (
    <div
      data-loop
      className="absolute -inset-y-1 border-x-2 border-on-scrim bg-on-scrim/40"
      style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
    />
  );
}

function keyMove(key: string, lengthS: number): ((video: HTMLVideoElement) => void) | null {
  if (key === "ArrowRight" || key === "ArrowUp") return (video) => seekBy(video, STEP_S);
  if (key === "ArrowLeft" || key === "ArrowDown") return (video) => seekBy(video, -STEP_S);
  if (key === "PageUp") return (video) => seekBy(video, lengthS / 10);
  if (key === "PageDown") return (video) => seekBy(video, -lengthS / 10);
  if (key === "Home") return (video) => seekToShare(video, 0);
  if (key === "End") return (video) => seekToShare(video, 1);
  return null;
}

/** Of a preview without a thumbnail. */
const TIME_WIDTH_PX = 56;

type ScrubPreviewProps = { tile: StoryboardTile | null; title: string | null; atS: number; share: number };

/** The thumbnail and the time at the pointer. Stays within the bar at both ends. */
function ScrubPreview({ tile, title, atS, share }: ScrubPreviewProps) {
  const halfPx = (tile?.widthPx ?? TIME_WIDTH_PX) / 2;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute bottom-full mb-1 flex -translate-x-1/2 flex-col items-center gap-1"
      style={{ left: `clamp(${halfPx}px, ${share * 100}%, calc(100% - ${halfPx}px))` }}
    >
      {tile && (
        <div
          className="rounded-control border border-on-scrim/40 bg-ground bg-no-repeat shadow-float"
          style={{
            width: tile.widthPx,
            height: tile.heightPx,
            backgroundImage: `url("${tile.url}")`,
            backgroundPosition: `-${tile.xPx}px -${tile.yPx}px`,
          }}
        />
      )}
      {title !== null && (
        <span className="max-w-40 truncate rounded-control bg-scrim px-2 py-0.5 text-xs text-on-scrim">{title}</span>
      )}
      <span className="score rounded-control bg-scrim px-2 py-0.5 text-sm text-on-scrim">{duration(atS)}</span>
    </div>
  );
}

import { clsx } from "clsx";
import { CircleAlert, LoaderCircle, Play, RotateCcw, RotateCw } from "lucide-react";
import { type MouseEventHandler, type RefObject, useCallback, useEffect, useLayoutEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import type { PlayerCommand } from "./player-keys.ts";

/** Appears after a short delay, also for people who asked for less motion. */
function BufferingIndicator() {
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-0 z-10 grid place-items-center transition-opacity! delay-400 starting:opacity-0 still:duration-0!"
    >
      <LoaderCircle aria-hidden size={56} className="animate-spin text-on-scrim" />
      <span className="sr-only">Loading the video</span>
    </div>
  );
}

type CaptionTextProps = { text: string; isRaised: boolean };

/**
 * For those who see it; others read the transcript. Above the controls while they are shown; on a phone, where the
 * buttons to skip fill the middle, at the top.
 */
function CaptionText({ text, isRaised }: CaptionTextProps) {
  return (
    <div
      aria-hidden
      className={clsx(
        "pointer-events-none absolute inset-x-0 z-10 flex justify-center px-4 transition-[bottom]",
        isRaised ? "bottom-22 touch:bottom-26 max-sm:touch:top-2 max-sm:touch:bottom-auto" : "bottom-4 sm:bottom-6",
      )}
    >
      <p
        dir="auto"
        className="max-w-[46ch] rounded-control bg-scrim px-2.5 py-1 text-center text-[clamp(0.875rem,2.4cqw,2rem)] leading-snug font-medium text-balance break-words whitespace-pre-line text-on-scrim"
      >
        {text}
      </p>
    </div>
  );
}

type MiddleButtonsProps = {
  isUnplayed: boolean;
  isShown: boolean;
  title: string;
  run: (command: PlayerCommand) => void;
  onPlay: MouseEventHandler;
};

/** The buttons over the middle of the picture. */
export function MiddleButtons({ isUnplayed, isShown, title, run, onPlay }: MiddleButtonsProps) {
  if (!isUnplayed) return <TouchSkips isShown={isShown} run={run} />;
  return <BigPlayButton title={title} onPlay={onPlay} />;
}

/** Shown before the first play. Clicking the video itself works as well. */
function BigPlayButton({ title, onPlay }: { title: string; onPlay: MouseEventHandler }) {
  return (
    <button
      type="button"
      aria-label={`Play ${title}`}
      onClick={onPlay}
      // Above the controls, whose seek bar reaches up to it on a phone.
      className="absolute top-1/2 left-1/2 z-30 grid size-18 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full bg-accent text-on-accent shadow-float transition-transform hover:scale-105 sm:size-22"
    >
      <Play aria-hidden size={34} fill="currentColor" className="ml-1" />
    </button>
  );
}

/** For touch: skips ten seconds either way while the controls are shown. */
function TouchSkips({ isShown, run }: { isShown: boolean; run: (command: PlayerCommand) => void }) {
  const style = "grid size-12 place-items-center rounded-full bg-scrim text-on-scrim";
  return (
    <div
      className={clsx(
        "pointer-events-none absolute inset-x-0 top-1/2 z-10 hidden -translate-y-1/2 justify-between px-[14%] transition-opacity touch:flex",
        isShown ? "opacity-100 *:pointer-events-auto" : "opacity-0",
      )}
    >
      <button
        type="button"
        aria-label="10 seconds back"
        className={style}
        onClick={() => run({ kind: "seek_by", byS: -10 })}
      >
        <RotateCcw aria-hidden size={22} />
      </button>
      <button
        type="button"
        aria-label="10 seconds forward"
        className={style}
        onClick={() => run({ kind: "seek_by", byS: 10 })}
      >
        <RotateCw aria-hidden size={22} />
      </button>
    </div>
  );
}

export function PlayerError({ fault, onRetry }: { fault: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="absolute inset-0 z-30 flex flex-col items-center justify-center gap-4 rounded-[inherit] bg-scrim p-4 text-center text-on-scrim"
    >
      <p className="flex items-center gap-2">
        <CircleAlert aria-hidden size={20} className="shrink-0 text-error" />
        {fault}
      </p>
      <Button variant="secondary" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

const HIDE_AFTER_MS = 3_000;
/** Limits rerenders, because a mouse fires about a hundred events a second. */
const ACTIVITY_THROTTLE_MS = 250;

/**
 * Shows the controls while paused, while a menu is open or the keyboard focus is in them; otherwise hides them 3 s after
 * the last activity. Call `show` on any activity.
 */
export function useControlsVisibility(
  root: RefObject<HTMLElement | null>,
  isPlaying: boolean,
  isInteracting: boolean,
): { isShown: boolean; show: () => void; hide: () => void } {
  const [activeAt, setActiveAt] = useState(0);
  const [isIdle, setIsIdle] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: activity restarts the timer
  useEffect(() => {
    if (!isPlaying || isInteracting) return;
    const timer = setInterval(() => {
      const isInUse = root.current?.querySelector("[data-controls] :focus-visible") ?? null;
      if (isInUse === null) setIsIdle(true);
    }, HIDE_AFTER_MS);
    return () => clearInterval(timer);
  }, [root, isPlaying, isInteracting, activeAt]);

  const show = useCallback(() => {
    setIsIdle(false);
    const now = performance.now();
    setActiveAt((before) => (now - before > ACTIVITY_THROTTLE_MS ? now : before));
  }, []);
  const hide = useCallback(() => setIsIdle(true), []);
  return { isShown: !isPlaying || isInteracting || !isIdle, show, hide };
}

/** The player takes the focus of a control that becomes inert, such as the one that paused. */
export function useFocusOfControls(root: RefObject<HTMLElement | null>, areInert: boolean): void {
  useLayoutEffect(() => {
    if (areInert && root.current?.querySelector("[data-controls] :focus")) root.current.focus({ preventScroll: true });
  }, [root, areInert]);
}

type OverPictureProps = { captions: string; isGrowing: boolean; areControlsShown: boolean; isBuffering: boolean };

/** Captions, and what the viewer has to know while the picture waits or grows. */
export function OverPicture({ captions, isGrowing, areControlsShown, isBuffering }: OverPictureProps) {
  return (
    <>
      {captions !== "" && <CaptionText text={captions} isRaised={areControlsShown} />}
      {isGrowing && areControlsShown && <ProcessingBadge />}
      {isBuffering && <BufferingIndicator />}
    </>
  );
}

function ProcessingBadge() {
  return (
    <p className="pointer-events-none absolute top-3 left-3 z-10 rounded-control bg-scrim px-2 py-1 text-sm text-on-scrim">
      Still processing: more is on its way
    </p>
  );
}

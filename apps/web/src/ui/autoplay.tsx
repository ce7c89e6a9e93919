import { clsx } from "clsx";
import { Pause, Play } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { useReducedMotion } from "#lib/use-media.ts";
import { useIsBehindModal } from "./modals.ts";

type PlayPauseProps = { isPlaying: boolean; onToggle: () => void; what: string; className?: string };

type Autoplay = {
  /** What the person chose, or what is chosen for them: the Pause button shows it. */
  isPlaying: boolean;
  /** False behind an open modal as well. */
  isMoving: boolean;
  toggle: () => void;
};

/**
 * Moves something on by itself every `intervalMs`, or never when that is null. It starts paused for people who asked
 * for less motion, and waits while the pointer or the focus is on it (`isHeld`), while a modal is open, `moved` is out
 * of sight, or the tab is in the background.
 */
export function useAutoplay(
  moved: RefObject<HTMLElement | null>,
  { intervalMs, isHeld }: { intervalMs: number | null; isHeld: boolean },
  onTick: () => void,
): Autoplay {
  const isStill = useReducedMotion();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isPlaying = intervalMs !== null && (chosen ?? !isStill);
  const isMoving = !useIsBehindModal() && isPlaying;

  useEffect(() => {
    if (!isMoving || isHeld || intervalMs === null || !moved.current) return;
    let isInSight = false;
    const observer = new IntersectionObserver(([entry]) => {
      isInSight = entry?.isIntersecting ?? false;
    });
    observer.observe(moved.current);
    const timer = setInterval(() => {
      if (isInSight && document.visibilityState === "visible") onTick();
    }, intervalMs);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, [moved, isMoving, isHeld, intervalMs, onTick]);

  return { isPlaying, isMoving, toggle: () => setChosen(!isPlaying) };
}

/**
 * Plays a video for as long as it is in sight, and pauses it otherwise.
 * @returns ends that, and pauses it
 */
export function playInSight(video: HTMLVideoElement): () => void {
  const observer = new IntersectionObserver(([entry]) => {
    // A phone that saves power refuses to play by itself: its picture stays.
    if (entry?.isIntersecting) video.play().catch(() => undefined);
    else video.pause();
  });
  observer.observe(video);
  return () => {
    observer.disconnect();
    video.pause();
  };
}

/** Stops and starts what moves by itself. */
export function PlayPause({ isPlaying, onToggle, what, className }: PlayPauseProps) {
  const Icon = isPlaying ? Pause : Play;
  return (
    <button
      type="button"
      aria-label={`${isPlaying ? "Pause" : "Play"} ${what}`}
      onClick={onToggle}
      className={clsx(
        "flex size-9 items-center justify-center rounded-full transition-colors touch:size-11",
        className,
      )}
    >
      <Icon aria-hidden size={18} />
    </button>
  );
}

import { clsx } from "clsx";
import { Pause, Play } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { useReducedMotion } from "#lib/use-media.ts";
import { useIsBehindModal } from "./modals.ts";

type Autoplay = {
  /** The state of the Pause button: the user's choice, or the default. */
  isPlaying: boolean;
  /** Also false behind an open modal. */
  isMoving: boolean;
  toggle: () => void;
};

/**
 * Calls `onTick` every `intervalMs`, or never if that is null. Starts paused for users who prefer reduced motion, and
 * waits while `isPaused`, behind an open modal, while the element is out of view or the tab is in the background.
 */
export function useAutoplay(
  element: RefObject<HTMLElement | null>,
  { intervalMs, isPaused }: { intervalMs: number | null; isPaused: boolean },
  onTick: () => void,
): Autoplay {
  const prefersReducedMotion = useReducedMotion();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isPlaying = intervalMs !== null && (chosen ?? !prefersReducedMotion);
  const isMoving = !useIsBehindModal() && isPlaying;

  useEffect(() => {
    if (!isMoving || isPaused || intervalMs === null || !element.current) return;
    let isInView = false;
    const observer = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting ?? false;
    });
    observer.observe(element.current);
    const timer = setInterval(() => {
      if (isInView && document.visibilityState === "visible") onTick();
    }, intervalMs);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, [element, isMoving, isPaused, intervalMs, onTick]);

  return { isPlaying, isMoving, toggle: () => setChosen(!isPlaying) };
}

type PlayPauseProps = { isPlaying: boolean; onToggle: () => void; what: string; className?: string };

/** Pauses and resumes autoplay. */
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

/**
 * Plays a video while it is in view and pauses it otherwise.
 * @returns stops observing and pauses the video
 */
export function playInView(video: HTMLVideoElement): () => void {
  const observer = new IntersectionObserver(([entry]) => {
    // Phones in power-saving mode block autoplay; the poster stays.
    if (entry?.isIntersecting) video.play().catch(() => undefined);
    else video.pause();
  });
  observer.observe(video);
  return () => {
    observer.disconnect();
    video.pause();
  };
}

import { clsx } from "clsx";
import { Pause, Play } from "lucide-react";

type PlayPauseProps = { isPlaying: boolean; onToggle: () => void; what: string; className?: string };

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

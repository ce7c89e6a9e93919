import type { Announcement } from "@app/contract/staff-announcements";
import { useEffect, useRef, useState } from "react";
import { useReducedMotion } from "#lib/use-media.ts";
import { PlayPause, playInView } from "#ui/autoplay.tsx";
import { useIsBehindModal } from "#ui/modals.ts";

type LoopedVideoProps = { src: string; poster: string | null; loop: Announcement["loop"]; title: string };

/**
 * A few seconds of the team's own video, muted and looped; paused under reduced motion. It loads and plays only while it
 * is visible and no modal is open.
 */
export function LoopedVideo({ src, poster, loop, title }: LoopedVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const isStill = useReducedMotion();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isPlaying = chosen ?? !isStill;
  const isMoving = !useIsBehindModal() && isPlaying;

  useEffect(() => (isMoving && video.current ? playInView(video.current) : undefined), [isMoving]);

  const goToStart = () => {
    if (video.current) video.current.currentTime = loop.from_s;
  };

  return (
    <div className="relative overflow-hidden rounded-media">
      <video
        ref={video}
        src={src}
        poster={poster ?? undefined}
        muted
        playsInline
        preload="none"
        aria-label={title}
        onLoadedMetadata={goToStart}
        onTimeUpdate={({ currentTarget }) => currentTarget.currentTime >= loop.to_s && goToStart()}
        onEnded={({ currentTarget }) => {
          goToStart();
          currentTarget.play().catch(() => undefined);
        }}
        className="aspect-video w-full bg-lift object-cover"
      />
      <div className="absolute right-2 bottom-2 rounded-full bg-scrim text-on-scrim">
        <PlayPause isPlaying={isPlaying} onToggle={() => setChosen(!isPlaying)} what={title} />
      </div>
    </div>
  );
}

import { lazy, Suspense } from "react";
import type { PlayerProps } from "./player.tsx";

const Player = lazy(async () => ({ default: (await import("./player.tsx")).Player }));

/** The player with its engine is large: it comes on its own, while its place and its picture are already there. */
export function LazyPlayer(props: PlayerProps) {
  return (
    <Suspense fallback={<PlayerPlace poster={props.poster} />}>
      <Player {...props} />
    </Suspense>
  );
}

/** Exactly as large as the player, so that nothing moves when it arrives. */
function PlayerPlace({ poster }: { poster: string | null }) {
  return (
    <div className="aspect-video max-h-[calc(100dvh-8rem)] w-full bg-ground sm:rounded-media" data-theme="dark">
      {poster !== null && <img src={poster} alt="" className="size-full rounded-[inherit] object-contain" />}
    </div>
  );
}

/** Fetches the player's code before there is anything to play: both are needed, and neither waits for the other. */
export function preloadPlayer(): void {
  void import("./player.tsx");
}

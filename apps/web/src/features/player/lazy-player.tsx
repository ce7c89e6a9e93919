import { late } from "#lib/late.tsx";
import type { PlayerProps } from "./player.tsx";
import type { PreparedEngine } from "./prepared-engine.ts";

/** Null until it is loaded. */
let code: typeof import("./player.tsx") | null = null;

/** The player with its engine is large: it comes on its own, while its place and its picture are already there. */
const { Late, preload } = late<PlayerProps>(async () => {
  code = await import("./player.tsx");
  return code.Player;
}, PlayerPlace);

export const LazyPlayer = Late;

/** Fetches the player's code before there is anything to play: both are needed, and neither waits for the other. */
export function preloadPlayer(): void {
  // A fault of the line is told when the player is drawn.
  preload().catch(() => undefined);
}

/** @returns null where the player's code is not loaded yet: the player then opens its own engine */
export function prepareVideo(url: string, startAtS: number, signal: AbortSignal): PreparedEngine | null {
  return code?.prepareEngine(url, startAtS, signal) ?? null;
}

/** Exactly as large as the player, so that nothing moves when it arrives. */
function PlayerPlace({ poster }: PlayerProps) {
  return (
    <div className="aspect-video max-h-[calc(100dvh-8rem)] w-full bg-ground sm:rounded-media" data-theme="dark">
      {poster !== null && <img src={poster} alt="" className="size-full rounded-[inherit] object-contain" />}
    </div>
  );
}

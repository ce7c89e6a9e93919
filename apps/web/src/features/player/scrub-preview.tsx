import { duration } from "#lib/format.ts";
import type { StoryboardTile } from "./storyboard.ts";

type ScrubPreviewProps = { tile: StoryboardTile | null; atS: number; share: number };

const BARE_WIDTH_PX = 56;

/** What one would see there, and when that is. Stays inside the bar at both ends. */
export function ScrubPreview({ tile, atS, share }: ScrubPreviewProps) {
  const halfPx = (tile?.widthPx ?? BARE_WIDTH_PX) / 2;
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
      <span className="score rounded-control bg-scrim px-2 py-0.5 text-sm text-on-scrim">{duration(atS)}</span>
    </div>
  );
}

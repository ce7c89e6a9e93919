import type { ReactNode } from "react";
import type { RailStep } from "./shown-at.ts";
import { MediaCardSkeleton } from "./skeleton.tsx";
import { cardWidth, useShown } from "./use-shown.ts";

type RailSkeletonProps = {
  label: string;
  shown: number;
  steps?: readonly RailStep[];
  /** A card that is on its way, in the size it will have. */
  card?: ReactNode;
};

/** A rail that is on its way, in the size it will have. */
export function RailSkeleton({ label, shown, steps = [], card = <MediaCardSkeleton /> }: RailSkeletonProps) {
  const cards = useShown(shown, steps);
  return (
    <div role="status" className="flex gap-4 overflow-hidden pt-1 pb-2">
      <span className="sr-only">{label}</span>
      {Array.from({ length: cards + 1 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same, and never move
        <div key={index} className="shrink-0" style={{ width: cardWidth(cards) }}>
          {card}
        </div>
      ))}
    </div>
  );
}

import { clsx } from "clsx";
import type { ReactNode } from "react";

/** Stands where something will come, in its size. What loads is said once by the list around it, not by every piece. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx("animate-pulse rounded-control bg-lift still:animate-none", className)} />;
}

const PICTURE = <Skeleton className="aspect-video rounded-media" />;

/** The same size as a media card. @param picture where it is known already */
export function MediaCardSkeleton({ picture = PICTURE }: { picture?: ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      {picture}
      <div className="flex gap-3">
        <Skeleton className="size-9 rounded-full" />
        <div className="flex flex-1 flex-col gap-1.5 py-0.5">
          <Skeleton className="h-4.5 w-4/5" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      </div>
    </div>
  );
}

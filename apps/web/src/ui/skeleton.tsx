import { clsx } from "clsx";
import type { ReactNode } from "react";

/**
 * A placeholder. The list around it announces once that it is loading.
 * @param isLoading false for what loads once it comes into view: a pulse costs a twentieth of a processor even where
 *   nobody sees it
 */
export function Skeleton({ className, isLoading = true }: { className?: string; isLoading?: boolean }) {
  return (
    <div
      aria-hidden
      className={clsx("max-w-full rounded-control bg-lift", isLoading && "animate-pulse still:animate-none", className)}
    />
  );
}

const PICTURE = <Skeleton className="aspect-video rounded-media" />;

/** Has the size of a `MediaCard`. @param picture the picture, if it is already known */
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

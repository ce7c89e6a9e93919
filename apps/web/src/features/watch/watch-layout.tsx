import { clsx } from "clsx";
import type { ReactNode } from "react";
import { lcpImage } from "#lib/lcp-image.ts";
import { Skeleton } from "#ui/skeleton.tsx";

type WatchLayoutProps = {
  player: ReactNode;
  belowPlayer?: ReactNode;
  about: ReactNode;
  related: ReactNode;
  /** Below everything on narrow screens, and below the item on wide ones. */
  comments?: ReactNode;
  isTheater?: boolean;
};

/** One grid for both views, so that switching does not remount the player. */
export function WatchLayout({ player, belowPlayer, about, related, comments, isTheater = false }: WatchLayoutProps) {
  return (
    <div className="column grid min-h-dvh content-start gap-x-8 gap-y-5 pb-12 sm:pt-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_auto_1fr] xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className={clsx("min-w-0 max-sm:-mx-4", isTheater && "lg:col-span-2")}>
        {player}
        {belowPlayer}
      </div>
      <div className="min-w-0 lg:col-start-1 lg:row-start-2">{about}</div>
      <div
        className={clsx(
          "min-w-0 lg:col-start-2",
          isTheater ? "lg:row-span-2 lg:row-start-2" : "lg:row-span-3 lg:row-start-1",
        )}
      >
        {related}
      </div>
      <div className="min-w-0 lg:col-start-1 lg:row-start-3">{comments}</div>
    </div>
  );
}

export function WatchSkeleton({ isTheater = false, what = "page" }: { isTheater?: boolean; what?: string }) {
  return (
    <div role="status">
      <span className="sr-only">Loading the {what}</span>
      <WatchLayout
        isTheater={isTheater}
        player={<PlayerSkeleton />}
        about={
          <div className="flex flex-col gap-5">
            <div className="flex flex-col gap-3">
              <Skeleton className="h-8 w-3/4" />
              <Skeleton className="h-5 w-48" />
            </div>
            <div className="flex items-center gap-3">
              <Skeleton className="size-12 rounded-full" />
              <Skeleton className="h-10 w-40" />
            </div>
            <Skeleton className="h-36 w-full rounded-media" />
          </div>
        }
        related={null}
      />
    </div>
  );
}

function PlayerSkeleton() {
  const poster = lcpImage("video");
  if (poster === null) return <Skeleton className="aspect-video max-h-[calc(100dvh-8rem)] w-full sm:rounded-media" />;
  return (
    <div data-theme="dark" className="aspect-video max-h-[calc(100dvh-8rem)] w-full bg-ground sm:rounded-media">
      <img src={poster.src} alt="" className="size-full rounded-[inherit] object-contain" />
    </div>
  );
}

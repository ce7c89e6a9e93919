import { CARD_GRID } from "#ui/endless-list.tsx";
import { MediaCardSkeleton, Skeleton } from "#ui/skeleton.tsx";

const PLACES = [0, 1, 2, 3];

export function ChannelSkeleton() {
  return (
    <div role="status" className="column flex flex-col gap-6 py-6">
      <span className="sr-only">Loading the channel</span>
      <div className="relative pb-12 sm:pb-14">
        <Skeleton className="aspect-[5/2] max-h-80 sm:aspect-[5/1]" />
        <Skeleton className="absolute bottom-0 left-0 size-28 rounded-full border-4 border-ground sm:left-6" />
      </div>
      <Skeleton className="h-12 w-72 max-w-full" />
      <Skeleton className="h-8 w-64" />
      <div className={CARD_GRID}>
        {PLACES.map((place) => (
          <MediaCardSkeleton key={place} />
        ))}
      </div>
    </div>
  );
}

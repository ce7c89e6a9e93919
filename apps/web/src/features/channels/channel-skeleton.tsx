import { CARD_GRID } from "#ui/endless-list.tsx";
import { MediaCardSkeleton, Skeleton } from "#ui/skeleton.tsx";

const PLACES = [0, 1, 2, 3];

export function ChannelSkeleton() {
  const cover = findOpenedCover();
  return (
    <div role="status" className="column flex flex-col gap-6 pb-6 sm:pt-6">
      <span className="sr-only">Loading the channel</span>
      <div className="relative pb-12 sm:pb-14">
        <div className="aspect-[5/2] max-h-80 w-full overflow-hidden max-sm:-mx-4 max-sm:w-auto sm:aspect-[5/1] sm:rounded-media">
          {cover === null ? (
            <Skeleton className="size-full" />
          ) : (
            <img src={cover} alt="" className="size-full object-cover" />
          )}
        </div>
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

/** The cover that the page's HTML showed already, at whose address it was opened: it stays. */
function findOpenedCover(): string | null {
  const link = document.head.querySelector(`link[as="image"][data-of="${window.location.pathname}"]`);
  return link?.getAttribute("href") ?? null;
}

import { CARD_SIZES } from "@app/contract/card-picture";
import { CHANNEL_MESSAGES } from "@app/contract/channels";
import { ApiError } from "#lib/api-error.ts";
import { lcpImage } from "#lib/lcp-image.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { CARD_GRID } from "#ui/infinite-list.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { MediaCardSkeleton, Skeleton } from "#ui/skeleton.tsx";

type Unavailable = { title: string; what: string };

const PAGES: Partial<Record<ApiError["kind"], Unavailable>> = {
  gone: {
    title: CHANNEL_MESSAGES.deactivated,
    what: "Its owner has deactivated it. Its content returns if they restore it.",
  },
  not_allowed: {
    title: CHANNEL_MESSAGES.blocked,
    what: "You cannot see its content or follow it.",
  },
};

/** @returns whether the user may not see the channel, so that cached data must be hidden */
export function isUnavailable(error: unknown): boolean {
  return pageFor(error) !== undefined;
}

function pageFor(error: unknown): Unavailable | undefined {
  return error instanceof ApiError ? PAGES[error.kind] : undefined;
}

type ChannelUnavailableProps = { error: unknown; isRetrying: boolean; onRetry: () => void };

/** A deactivated or blocked channel, or any other failure, which can be retried. */
export function ChannelUnavailable({ error, isRetrying, onRetry }: ChannelUnavailableProps) {
  const page = pageFor(error);
  useTitle("Channel");
  return (
    <section className="column flex min-h-[60vh] flex-col items-center justify-center py-16">
      <h1 className="sr-only">Channel</h1>
      {page ? (
        <Empty title={page.title}>
          <p>{page.what}</p>
          <LinkButton href="/explore">Explore other channels</LinkButton>
        </Empty>
      ) : (
        <LoadError error={error} isRetrying={isRetrying} onRetry={onRetry} />
      )}
    </section>
  );
}

/** The cards after the first. */
const CARD_KEYS = [1, 2, 3];

/** The size of a channel with a one-line bio. */
export function ChannelSkeleton() {
  const cover = lcpImage("channel-cover");
  return (
    <div role="status" className="column flex flex-col gap-8 pb-12 sm:pt-6">
      <span className="sr-only">Loading the channel</span>
      <div className="flex flex-col gap-4">
        <div className="relative pb-12 sm:pb-14">
          <div className="aspect-[5/2] max-h-80 w-full overflow-hidden max-sm:-mx-4 max-sm:w-auto sm:aspect-[5/1] sm:rounded-media">
            {cover === null ? (
              <Skeleton className="size-full" />
            ) : (
              <img src={cover.src} alt="" className="size-full object-cover" />
            )}
          </div>
          <Skeleton className="absolute bottom-0 left-0 size-28 rounded-full border-4 border-ground sm:left-6" />
        </div>
        <div className="flex flex-col justify-between gap-4 sm:flex-row sm:px-6">
          <div className="flex flex-col gap-1">
            <Skeleton className="h-11.25 w-64 sm:h-15" />
            <Skeleton className="h-6 w-36" />
            <Skeleton className="mt-1 h-6 w-72 max-w-full" />
          </div>
          <Skeleton className="h-11 w-56" />
        </div>
        <Skeleton className="h-9 w-64 sm:mx-6" />
      </div>
      <div>
        <Skeleton className="h-11 w-80 max-w-full" />
        <div className={`${CARD_GRID} pt-4`}>
          <FirstCardSkeleton />
          {CARD_KEYS.map((key) => (
            <MediaCardSkeleton key={key} />
          ))}
        </div>
      </div>
    </div>
  );
}

export function FirstCardSkeleton() {
  const card = lcpImage("channel-card");
  if (card === null) return <MediaCardSkeleton />;
  return (
    <MediaCardSkeleton
      picture={
        <div className="aspect-video overflow-hidden rounded-media bg-lift">
          <img src={card.src} srcSet={card.srcset} sizes={CARD_SIZES} alt="" className="size-full object-cover" />
        </div>
      }
    />
  );
}

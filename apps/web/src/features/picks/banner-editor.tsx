import type { BannerVideo } from "@app/contract/picks";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { passFocusOn } from "#lib/pass-focus.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { MoveButtons } from "#ui/move-buttons.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { banner, useChangeBanner } from "./athlete-picks.tsx";

/** What the home banner shows: pinned videos in their order, then trending ones. */
export function BannerEditor() {
  const query = useQuery(banner);
  const change = useChangeBanner();
  if (query.isPending) return <Skeleton className="h-80 w-full rounded-media" />;
  if (!query.data)
    return <LoadError error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
  const pinned = query.data.filter((video) => video.is_pinned);
  const trending = query.data.filter((video) => !video.is_pinned);
  return (
    <>
      <Section title="Pinned">
        {pinned.length === 0 ? (
          <Empty title="No data available">
            <p>Nothing is pinned, so the banner shows what is trending. Find a video and choose Feature.</p>
            <LinkButton href="/admin/content?type=video" variant="secondary">
              Find a video
            </LinkButton>
          </Empty>
        ) : (
          <ol className="flex flex-col gap-3">
            {pinned.map((video, at) => (
              <li key={video.id} ref={passFocusOn}>
                <Row video={video}>
                  <MoveButtons
                    name={video.title}
                    ids={pinned.map(({ id }) => id)}
                    at={at}
                    isDisabled={change.isPending}
                    onMove={(ids) => change.mutate({ kind: "order", ids })}
                  />
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={`Unpin ${video.title}`}
                    disabled={change.isPending}
                    onClick={() => change.mutate({ kind: "unpin", id: video.id })}
                  >
                    Unpin
                  </Button>
                </Row>
              </li>
            ))}
          </ol>
        )}
      </Section>
      {trending.length > 0 && (
        <Section title="Then what is trending">
          <ol className="flex flex-col gap-3">
            {trending.map((video) => (
              <li key={video.id}>
                <Row video={video} />
              </li>
            ))}
          </ol>
        </Section>
      )}
    </>
  );
}

function Row({ video, children }: { video: BannerVideo; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-media border border-line bg-raised p-3">
      <div className="aspect-video w-28 shrink-0 overflow-hidden rounded-control bg-lift">
        {video.thumbnail !== null && (
          <img
            src={video.thumbnail}
            alt=""
            width={320}
            height={180}
            loading="lazy"
            className="size-full object-cover"
          />
        )}
      </div>
      <div className="min-w-40 flex-1">
        <p className="font-semibold break-words">{video.title}</p>
        <p className="text-sm break-words text-muted">{video.channel}</p>
        {!video.is_shown && <p className="text-sm text-clay">Not shown: it is not public, or the banner is full.</p>}
      </div>
      {children && <div className="flex items-center gap-1">{children}</div>}
    </div>
  );
}

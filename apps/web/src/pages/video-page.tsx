import type { ContentItem } from "@app/contract/contents";
import { contentHref, decodeId } from "@app/contract/paths";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useLoaderData, useParams, useSearch } from "@tanstack/react-router";
import { useDeferredValue, useRef, useState } from "react";
import { channelPage } from "#features/channels/channels.queries.ts";
import { FollowButton } from "#features/follows/follow-button.tsx";
import { LazyPlayer, prefetchVideo, preloadPlayer } from "#features/player/lazy-player.tsx";
import type { PlayerHandle } from "#features/player/player.tsx";
import { positionOf, readMemory, updateMemory, watchedShare } from "#features/player/player-memory.ts";
import type { PreparedEngine } from "#features/player/prepared-engine.ts";
import { ChannelCard } from "#features/watch/channel-card.tsx";
import { ProcessingNotice } from "#features/watch/processing-notice.tsx";
import { RelatedVideos } from "#features/watch/related-videos.tsx";
import { EmptyStage } from "#features/watch/stage.tsx";
import { VideoAbout } from "#features/watch/video-about.tsx";
import { contentItem, isMissing, readItem, useCountView } from "#features/watch/watch.queries.ts";
import { WatchLayout, WatchSkeleton } from "#features/watch/watch-layout.tsx";
import { useTitle } from "#lib/use-title.ts";
import { LoadError } from "#ui/load-error.tsx";

type Loaded = {
  /** Null where it did not come: the page asks once more, and says what is wrong. */
  item: ContentItem | null;
  prepared: PreparedEngine | null;
};

type Navigation = {
  params: { id: string };
  location: { search: { t?: string } };
  /** Somebody only aims at the page. */
  preload: boolean;
  abortController: AbortController;
};

/** Loads the item and the player's code side by side; on the way to the page the video begins to load as well. */
export async function loadVideo({ params, location, preload, abortController }: Navigation): Promise<Loaded> {
  const id = decodeId(params.id);
  if (id === "") return { item: null, prepared: null };
  preloadPlayer();
  const item = await readItem(id).catch(() => null);
  const hls = item?.video_content.hls ?? null;
  if (preload || item === null || hls === null) return { item, prepared: null };
  const startAtS = pointedAt(location.search, item.length) ?? positionOf(readMemory(), id);
  return { item, prepared: prefetchVideo(hls, startAtS, abortController.signal) };
}

export function VideoPage() {
  const { id } = useParams({ from: "/video/$id" });
  const loaded = useLoaderData({ from: "/video/$id" });
  const contentId = decodeId(id);
  if (contentId === "") return <Navigate to="/404" replace />;
  // Another video is another page: nothing of the one before stays.
  return <VideoOf key={contentId} id={contentId} {...loaded} />;
}

function VideoOf({ id, item: loaded, prepared }: Loaded & { id: string }) {
  const [isTheatre, setTheatre] = useState(() => readMemory().isTheatre);
  const item = useQuery({ ...contentItem(id), ...(loaded && { initialData: loaded }) });
  useTitle(item.data?.title ?? (item.isError ? "Video" : null));
  // What has come is drawn bit by bit, and what somebody does meanwhile comes first.
  const shown = useDeferredValue(item.data);

  if (item.isPending || (item.data && !shown)) return <WatchSkeleton isTheatre={isTheatre} />;
  if (isMissing(item.error)) return <Navigate to="/404" replace />;
  if (!shown)
    return (
      <>
        <h1 className="sr-only">Video</h1>
        <LoadError error={item.error} isRetrying={item.isFetching} onRetry={() => void item.refetch()} />
      </>
    );
  if (shown.type !== "video") return <Navigate to="." href={contentHref(shown.type, id) ?? "/404"} replace />;

  return (
    <Video
      item={shown}
      prepared={prepared}
      isTheatre={isTheatre}
      onTheatre={(isNow) => {
        setTheatre(isNow);
        updateMemory((memory) => ({ ...memory, isTheatre: isNow }));
      }}
      askAgain={async () => (await item.refetch()).data ?? null}
    />
  );
}

type VideoProps = {
  item: ContentItem;
  prepared: PreparedEngine | null;
  isTheatre: boolean;
  onTheatre: (isTheatre: boolean) => void;
  askAgain: () => Promise<ContentItem | null>;
};

function Video({ item, prepared, isTheatre, onTheatre, askAgain }: VideoProps) {
  const player = useRef<PlayerHandle>(null);
  const [memory] = useState(readMemory);
  const [hls, setHls] = useState(item.video_content.hls);
  const countView = useCountView(item.id, item.length);
  const startAtS = pointedAt(useSearch({ from: "__root__" }), item.length);
  // The address that plays is kept: a newer one of the same video would only start it over.
  if (hls === null && item.video_content.hls !== null) setHls(item.video_content.hls);

  async function renewAddress(): Promise<boolean> {
    const fresh = (await askAgain())?.video_content.hls ?? null;
    if (fresh === null || fresh === hls) return false;
    setHls(fresh);
    return true;
  }

  return (
    <WatchLayout
      isTheatre={isTheatre}
      stage={
        hls === null ? (
          <EmptyStage item={item} />
        ) : (
          <LazyPlayer
            ref={player}
            contentId={item.id}
            hls={hls}
            poster={item.video_content.poster ?? item.thumbnail}
            storyboard={item.video_content.storyboard}
            title={item.title}
            lengthS={item.length}
            startAtS={startAtS}
            prepared={prepared}
            isGrowing={item.state === "processing"}
            isTheatre={isTheatre}
            onTheatre={onTheatre}
            onWatched={countView}
            onRetry={() => void renewAddress()}
            onGone={renewAddress}
          />
        )
      }
      about={
        <div className="flex flex-col gap-5">
          <ProcessingNotice item={item} />
          <VideoAbout
            item={item}
            channelCard={<WatchedChannel item={item} />}
            onSeek={(atS) => player.current?.seek(atS)}
          />
        </div>
      }
      related={<RelatedVideos id={item.id} watchedShare={(id) => watchedShare(memory, id)} />}
    />
  );
}

/** A link may point into a video: `?t=83`. What is behind its end points nowhere. */
function pointedAt({ t }: { t?: string }, lengthS: number | null): number | undefined {
  const seconds = t !== undefined && t.trim() !== "" ? Number(t) : Number.NaN;
  return seconds >= 0 && seconds < (lengthS ?? Number.POSITIVE_INFINITY) ? seconds : undefined;
}

/** The channel of what one watches, with as many followers as it has now; the item gets the credit of a follow. */
function WatchedChannel({ item }: { item: Pick<ContentItem, "id" | "channel"> }) {
  const { data: channel } = useQuery(channelPage(item.channel.id));
  return (
    <ChannelCard
      channel={item.channel}
      followers={channel?.subscriber_count ?? item.channel.subscriber_count}
      followButton={
        (channel?.can.follow || channel?.following) && (
          <FollowButton channelId={channel.id} name={channel.name} following={channel.following} contentId={item.id} />
        )
      }
    />
  );
}

import { toChapters } from "@app/contract/chapters";
import type { ContentItem } from "@app/contract/contents";
import { captionsHref, contentHref, decodeId } from "@app/contract/paths";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Navigate, useLoaderData, useParams, useSearch } from "@tanstack/react-router";
import { type ComponentProps, type RefObject, useDeferredValue, useMemo, useRef, useState } from "react";
import { TranscriptSection } from "#features/captions/transcript-section.tsx";
import { CommentsBelow } from "#features/comments/comments-below.tsx";
import type { FilmRoom } from "#features/film-room/film-room.tsx";
import type { PrefetchedEngine } from "#features/player/hls-engine.ts";
import { LazyPlayer, prefetchHovered, prefetchVideo, preloadPlayer, useStream } from "#features/player/lazy-player.tsx";
import type { PlayerHandle } from "#features/player/player.tsx";
import { positionOf, readMemory, resumePosition, updateMemory, watchedShare } from "#features/player/player-memory.ts";
import { ReactionBar, ReactionSkeleton } from "#features/reactions/reaction-bar.tsx";
import { ChannelCard, ChapterList, ItemAbout, ItemNotices, ItemPlaceholder } from "#features/watch/item-about.tsx";
import { RelatedItems, useRestOfPage } from "#features/watch/related-items.tsx";
import { usePlaybackReport } from "#features/watch/use-playback-report.ts";
import { fetchPlayback, type PlaybackStart, useCountView } from "#features/watch/watch.queries.ts";
import { WatchLayout, WatchSkeleton } from "#features/watch/watch-layout.tsx";
import { isUnknownId } from "#lib/api-error.ts";
import { lazyDialog } from "#lib/lazy-with-preload.tsx";
import { useLiveItem } from "#lib/live-queries.ts";
import { createPlayClock } from "#lib/play-clock.ts";
import { contentItem, fetchItem } from "#lib/queries.ts";
import { useSessionStore } from "#lib/session-store.ts";
import { useIsLarge } from "#lib/use-media.ts";
import { useTitle } from "#lib/use-title.ts";
import { LoadError } from "#ui/load-error.tsx";
import { ItemChannel, WithSlots } from "./item-parts.tsx";
import { useFilmRoomOpen } from "./use-film-room-open.ts";
import { useVisit } from "./use-visit.ts";

/** Loaded when it opens. */
const { Component: LazyFilmRoom } = lazyDialog<ComponentProps<typeof FilmRoom>>(
  async () => (await import("#features/film-room/film-room.tsx")).FilmRoom,
);

type Loaded = {
  /** Null if it failed to load: the page requests it again and shows the error. */
  item: ContentItem | null;
  prefetched: PrefetchedEngine | null;
  /** Null for an item that cannot be played, or if it failed to load. */
  playback: PlaybackStart | null;
};

type Navigation = {
  params: { id: string };
  location: { search: { t?: string } };
  /** True on hover, before the navigation. */
  preload: boolean;
  abortController: AbortController;
};

/** Loads the item and the player's code in parallel, and then the start of the video, also on hover. */
export async function loadVideo({ params, location, preload, abortController }: Navigation): Promise<Loaded> {
  const id = decodeId(params.id);
  if (id === "") return { item: null, prefetched: null, playback: null };
  preloadPlayer();
  const [item, playback] = await Promise.all([fetchItem(id).catch(() => null), fetchPlayback(id)]);
  const hls = item?.video_content.hls ?? null;
  if (item === null || hls === null) return { item, prefetched: null, playback };
  const startAtS = startFromUrl(location.search, item.length) ?? resumeAt(item, playback);
  if (preload) return { item, playback, prefetched: prefetchHovered(hls, startAtS) };
  return { item, playback, prefetched: prefetchVideo(hls, startAtS, abortController.signal) };
}

export function VideoPage() {
  const { id } = useParams({ from: "/video/$id" });
  const loaded = useLoaderData({ from: "/video/$id" });
  const contentId = decodeId(id);
  if (contentId === "") return <Navigate to="/404" replace />;
  // The key resets all state for another video.
  return <VideoOf key={contentId} id={contentId} {...loaded} />;
}

function VideoOf({ id, item: loaded, prefetched, playback }: Loaded & { id: string }) {
  const [isTheater, setTheater] = useState(() => readMemory().isTheater);
  useLiveItem(id);
  const item = useQuery({ ...contentItem(id), ...(loaded && { initialData: loaded }) });
  useVideoTitle(item);
  // Deferred, so that rendering the item does not block input.
  const shown = useDeferredValue(item.data);

  if (item.isPending || (item.data && !shown)) return <WatchSkeleton isTheater={isTheater} what="video" />;
  if (isUnknownId(item.error)) return <Navigate to="/404" replace />;
  if (!shown) return <VideoError item={item} />;
  if (shown.type !== "video") return <Navigate to="." href={contentHref(shown.type, id) ?? "/404"} replace />;

  return (
    <Video
      item={shown}
      prefetched={prefetched}
      playback={playback}
      isTheater={isTheater}
      onTheater={(isNow) => {
        setTheater(isNow);
        updateMemory((memory) => ({ ...memory, isTheater: isNow }));
      }}
      refetch={async () => (await item.refetch()).data ?? null}
    />
  );
}

function useVideoTitle({ data, isError }: UseQueryResult<ContentItem>): void {
  useTitle(data?.title ?? (isError ? "Video" : null));
}

function VideoError({ item }: { item: UseQueryResult<ContentItem> }) {
  return (
    <>
      <h1 className="sr-only">Video</h1>
      <LoadError error={item.error} isRetrying={item.isFetching} onRetry={() => void item.refetch()} />
    </>
  );
}

type VideoProps = {
  item: ContentItem;
  prefetched: PrefetchedEngine | null;
  playback: PlaybackStart | null;
  isTheater: boolean;
  onTheater: (isTheater: boolean) => void;
  refetch: () => Promise<ContentItem | null>;
};

function Video({ item, prefetched, playback, isTheater, onTheater, refetch }: VideoProps) {
  const player = useRef<PlayerHandle>(null);
  const [memory] = useState(readMemory);
  const [clock] = useState(createPlayClock);
  const { description, length: lengthS, trim_from_s: fromS } = item;
  const chapters = useMemo(() => toChapters(description, { fromS, lengthS }), [description, fromS, lengthS]);
  const seek = (atS: number) => player.current?.seek(atS);
  const { stream, renewUrl } = useStream(item, refetch);
  const visit = useVisit(item.id, playback, stream);
  const [isFilmRoom, setFilmRoom] = useFilmRoomOpen();
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null);
  const [besidePlace, setBesidePlace] = useState<HTMLElement | null>(null);
  const [belowPlace, setBelowPlace] = useState<HTMLElement | null>(null);
  const isWide = useIsLarge();
  const ownId = useSessionStore(({ user }) => user?.channel.id);
  const countView = useCountView(item.id, item.length);
  const report = usePlaybackReport(item.id, visit);
  const [resumeAtS] = useState(() => resumeAt(item, playback));
  const startAtS = startFromUrl(useSearch({ from: "__root__" }), item.length) ?? resumeAtS;
  const { hls } = stream;
  const rest = useRestOfPage(hls !== null);

  return (
    <WatchLayout
      isTheater={isTheater}
      player={
        hls === null ? (
          <ItemPlaceholder item={item} />
        ) : (
          <LazyPlayer
            ref={player}
            contentId={item.id}
            hls={hls}
            poster={item.video_content.poster ?? item.thumbnail}
            storyboard={stream.storyboard ?? item.video_content.storyboard}
            captions={item.captions}
            chapters={chapters}
            title={item.title}
            lengthS={item.length}
            startAtS={startAtS}
            fromS={stream.fromS}
            prefetched={prefetched}
            isGrowing={item.state === "processing"}
            isTheater={isTheater}
            onTheater={onTheater}
            onWatched={(watchedS, played) => {
              countView(watchedS);
              report.add(played);
            }}
            onFirstFrame={rest.show}
            onPaused={() => void report.send()}
            onTime={clock.set}
            onRetry={() => void renewUrl()}
            onGone={renewUrl}
            filmRoom={{
              isOpen: isFilmRoom,
              onToggle: () => setFilmRoom(!isFilmRoom),
              render: (filmPlayer) => (
                <LazyFilmRoom
                  {...filmPlayer}
                  toolsPlace={toolsPlace}
                  notesPlace={isWide ? besidePlace : belowPlace}
                  contentId={item.id}
                  title={item.title}
                  timeline={`${fromS} ${lengthS}`}
                  trimFromS={stream.fromS}
                  channelName={item.channel.name}
                  isOwner={item.channel.id === ownId}
                />
              ),
            }}
          />
        )
      }
      belowPlayer={
        <>
          <div ref={setToolsPlace} className="empty:hidden sm:mt-3" />
          <div ref={setBelowPlace} className="mt-4 empty:hidden max-sm:px-4" />
        </>
      }
      about={
        <div className="flex flex-col gap-5">
          <ItemNotices item={item} />
          <ItemAbout
            item={item}
            channelCard={<VideoChannel item={item} isReady={rest.isShown} />}
            reactions={<VideoReactions item={item} isReady={rest.isShown} player={player} />}
            onSeek={seek}
          />
          <ChapterList chapters={chapters} clock={clock} onSeek={seek} />
          <TranscriptSection
            id={item.id}
            tracks={item.captions}
            lengthS={item.length}
            clock={clock}
            onSeek={seek}
            editHref={item.can.edit ? captionsHref(item.id) : null}
          />
        </div>
      }
      comments={rest.isShown && <CommentsBelow item={item} onSeek={seek} />}
      related={
        <>
          <div ref={setBesidePlace} />
          {rest.isShown && (
            <WithSlots>
              <RelatedItems type="video" id={item.id} watchedShare={(id) => watchedShare(memory, id)} />
            </WithSlots>
          )}
        </>
      }
    />
  );
}

function VideoReactions({
  item,
  isReady,
  player,
}: {
  item: ContentItem;
  isReady: boolean;
  player: RefObject<PlayerHandle | null>;
}) {
  if (!isReady) return <ReactionSkeleton />;
  return <ReactionBar item={item} place={() => ({ atS: player.current?.positionS() ?? 0 })} />;
}

/** @param isReady the player has shown its first frame, which comes before the rest */
function VideoChannel({ item, isReady }: { item: ContentItem; isReady: boolean }) {
  if (isReady) return <ItemChannel item={item} />;
  return <ChannelCard channel={item.channel} followers={item.channel.subscriber_count} followButton={null} />;
}

function resumeAt({ id, length }: ContentItem, playback: PlaybackStart | null): number {
  return resumePosition(positionOf(readMemory(), id, length), playback?.resume_at_s ?? null);
}

/** Reads a start time such as `?t=83`. Ignores times beyond the end. */
function startFromUrl({ t }: { t?: string }, lengthS: number | null): number | undefined {
  const seconds = t !== undefined && t.trim() !== "" ? Number(t) : Number.NaN;
  return seconds >= 0 && seconds < (lengthS ?? Number.POSITIVE_INFINITY) ? seconds : undefined;
}

import { ANNOUNCEMENT_CUT } from "@app/contract/announcement-limits";
import { BRAND } from "@app/contract/brand";
import type { Announcement } from "@app/contract/staff-announcements";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { call } from "#lib/api.ts";
import { cutText } from "#lib/format.ts";
import { lazyDialog, lazyWithPreload } from "#lib/lazy-with-preload.tsx";
import { useRetryFailed } from "#lib/queries.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import defaultThumbnail from "../../assets/default-thumbnail.svg";
import { toEmbedUrl } from "./embed-url.ts";
import type { HostedPlayerProps } from "./hosted-player.tsx";

type YouTubeVideoProps = { address: string; poster: string | null; loop: Announcement["loop"]; title: string };

/** Loaded on click. If that fails, a toast says why and the button returns. */
const { Component: HostedPlayer, preload } = lazyDialog<HostedPlayerProps & { onClose: () => void }>(
  async () => (await import("./hosted-player.tsx")).HostedPlayer,
);

const announcementQuery = queryOptions({
  queryKey: ["announcement"],
  queryFn: ({ signal }) => call("GET /get-announcement", {}, signal),
});

const FAULT = "An Error Occurred.";

const VIDEO_PLACE = "aspect-video w-full rounded-media";

const LoadingVideo = () => <Skeleton className={VIDEO_PLACE} />;

/** Loaded only for the team's own videos. If that fails, the text is shown without the video. */
const { Component: LoopedVideo } = lazyWithPreload(
  async () => (await import("./looped-video.tsx")).LoopedVideo,
  LoadingVideo,
  {
    onError: () => undefined,
  },
);

/**
 * The team's current announcement, if there is one. There is no skeleton: its height is unknown, and it is below the fold.
 */
export function AnnouncementBlock() {
  const query = useQuery(announcementQuery);
  const retryFailed = useRetryFailed();
  if (query.isPending || query.data === null) return null;
  return (
    <section aria-labelledby="announcement-title" className="flex flex-col gap-5">
      <h2 id="announcement-title" className="title text-3xl sm:text-4xl">
        FROM THE {BRAND.name.toUpperCase()}&apos;S TEAM
      </h2>
      {query.data ? (
        <AnnouncementCard announcement={query.data} />
      ) : (
        <LoadError title={FAULT} error={query.error} isRetrying={query.isFetching} onRetry={retryFailed} />
      )}
    </section>
  );
}

/** An unsupported link is treated as no video. */
export function AnnouncementCard({ announcement }: { announcement: Announcement }) {
  const { description, video_path, youtube_link, poster, loop } = announcement;
  const title = cutText(announcement.title, ANNOUNCEMENT_CUT);
  const address = youtube_link === null ? null : toEmbedUrl(youtube_link, loop, location.origin);
  const hasVideo = video_path !== null || address !== null;
  return (
    <div
      className={`grid items-center gap-6 rounded-media border border-line bg-raised p-4 sm:p-6 lg:gap-10 ${hasVideo ? "lg:grid-cols-[3fr_2fr]" : ""}`}
    >
      {video_path !== null && <DeferredVideo src={video_path} poster={poster} loop={loop} title={title} />}
      {video_path === null && address !== null && (
        <YouTubeVideo address={address} poster={poster} loop={loop} title={title} />
      )}
      <div className="flex min-w-0 flex-col gap-3">
        <h3 dir="auto" className="title text-3xl break-words sm:text-4xl">
          {title}
        </h3>
        <p dir="auto" className="break-words whitespace-pre-line text-muted">
          {cutText(description, ANNOUNCEMENT_CUT)}
        </p>
      </div>
    </div>
  );
}

/** Loads half a screen early; most visits never scroll this far. */
const NEAR = { rootMargin: "50%" };

function DeferredVideo(props: ComponentProps<typeof LoopedVideo>) {
  const place = useRef<HTMLDivElement>(null);
  const [isNearby, setNearby] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNearby(true), NEAR);
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place}>
      {isNearby ? <LoopedVideo {...props} /> : <Skeleton isLoading={false} className={VIDEO_PLACE} />}
    </div>
  );
}

/** Nothing is requested from YouTube before the click. */
function YouTubeVideo({ address, poster, loop, title }: YouTubeVideoProps) {
  const [isOpen, setOpen] = useState(false);
  const show = () => setOpen(true);
  if (isOpen) return <HostedPlayer address={address} loop={loop} title={title} onClose={() => setOpen(false)} />;
  return (
    <button
      type="button"
      // The button keeps the focus until the player replaces it.
      onClick={() => void preload().then(show, show)}
      className={`group relative overflow-hidden ${VIDEO_PLACE}`}
    >
      <img src={poster ?? defaultThumbnail} alt="" loading="lazy" className="size-full object-cover" />
      <span className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-scrim/50 px-4 text-on-scrim">
        <Play aria-hidden size={48} className="fill-current" />
        <span className="line-clamp-2 rounded-control bg-scrim px-3 py-1 text-sm">Play on YouTube: {title}</span>
      </span>
    </button>
  );
}

import type { BannerItem } from "@app/contract/discovery";
import { MESSAGES } from "@app/contract/errors";
import { contentHref } from "@app/contract/paths";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cutText, viewsInWords } from "#lib/format.ts";
import { useRetryFailed } from "#lib/queries.ts";
import { playInSight } from "#ui/autoplay.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Slideshow } from "#ui/slideshow.tsx";
import defaultThumbnail from "../../assets/default-thumbnail.svg";
import { BANNER } from "./carousels.ts";
import type { OnVisitorOpen } from "./channel-target.tsx";
import { topVideos } from "./discovery.queries.ts";

type BannerPictureProps = {
  picture: string | null;
  /** The same for a phone, taller than wide; null where there is none. */
  tallPicture: string | null;
  /** Played over the picture, muted and looped; null for a slide that is out of sight. */
  clip: string | null;
  isPlaying: boolean;
  /** The one in sight: the others let it go first. */
  isShown: boolean;
};

const TITLE_MAX = 20;

/** The same box for a slide, its skeleton, and what stands in its place. */
const BOX = "aspect-4/5 max-h-[34rem] w-full overflow-hidden rounded-media sm:aspect-video lg:aspect-21/9";

/** 'Play Video' is for whoever is signed in; a visitor is asked to join by the title, whose press counts on all of the slide. */
export function HomeBanner({ onVisitorOpen }: { onVisitorOpen: OnVisitorOpen }) {
  const list = useQuery(topVideos());
  const retryFailed = useRetryFailed();
  if (list.isPending) return <Skeleton className={BOX} />;
  if (!list.data) {
    return (
      <div className={`${BOX} flex items-center justify-center bg-raised`}>
        <LoadError error={list.error} isRetrying={list.isFetching} onRetry={retryFailed} />
      </div>
    );
  }
  if (list.data.length === 0) {
    return (
      <div className={`${BOX} flex items-center justify-center bg-raised`}>
        <Empty title={MESSAGES.sorryNoData}>No videos have been published yet.</Empty>
      </div>
    );
  }
  return (
    <Slideshow label="Top videos" slides={list.data} keyOf={(item) => item.id} {...BANNER} className={BOX}>
      {(item, { isShown, isMoving }) => (
        <BannerSlide item={item} isShown={isShown} isMoving={isMoving} onVisitorOpen={onVisitorOpen} />
      )}
    </Slideshow>
  );
}

type BannerSlideProps = { item: BannerItem; isShown: boolean; isMoving: boolean; onVisitorOpen: OnVisitorOpen };

function BannerSlide({ item, isShown, isMoving, onVisitorOpen }: BannerSlideProps) {
  const href = contentHref("video", item.id);
  const title = (
    <>
      <span aria-hidden>{cutText(item.title, TITLE_MAX)}</span>
      <span className="sr-only">{item.title}</span>
    </>
  );
  return (
    // A picture is dark in both themes, and so is what stands on it.
    <article data-theme="dark" className="relative flex size-full items-end">
      <BannerPicture
        picture={item.thumbnail}
        tallPicture={item.thumbnail_tall}
        clip={isShown ? item.video_content.media_original : null}
        isPlaying={isMoving}
        isShown={isShown}
      />
      <div className="z-1 flex flex-col items-start gap-3 p-5 pb-18 text-on-scrim sm:p-8 sm:pb-18 lg:p-12">
        <span className="score rounded-[4px] bg-clay px-2 text-sm tracking-wider text-on-accent">VIDEO</span>
        <h2 title={item.title} className="title text-4xl sm:text-5xl lg:text-6xl">
          {onVisitorOpen ? (
            <button
              type="button"
              onClick={() => onVisitorOpen(href)}
              className="text-left uppercase after:absolute after:inset-0"
            >
              {title}
            </button>
          ) : (
            title
          )}
        </h2>
        <p className="flex flex-wrap gap-x-3 text-lg">
          <span>{item.channel.name}</span>
          <span className="score">{viewsInWords(item.total_views)}</span>
        </p>
        {!onVisitorOpen && (
          <LinkButton href={href} size="lg" aria-label={`Play Video: ${item.title}`}>
            <Play aria-hidden size={20} className="fill-current" />
            Play Video
          </LinkButton>
        )}
      </div>
    </article>
  );
}

/** Picture, clip over it, and the dark at its foot on which the words are read. */
function BannerPicture({ picture, tallPicture, clip, isPlaying, isShown }: BannerPictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const isThere = picture !== null && picture !== failed;
  return (
    <>
      <picture className="contents">
        {isThere && tallPicture !== null && <source media="(width < 40rem)" srcSet={tallPicture} />}
        <img
          src={isThere ? picture : defaultThumbnail}
          alt=""
          fetchPriority={isShown ? "high" : "low"}
          decoding="async"
          onError={() => setFailed(picture)}
          className="absolute inset-0 size-full object-cover"
        />
      </picture>
      {clip !== null && <Clip src={clip} isPlaying={isPlaying} />}
      <div className="absolute inset-0 bg-linear-to-t from-scrim via-scrim/60 via-35% to-transparent to-75%" />
    </>
  );
}

function Clip({ src, isPlaying }: { src: string; isPlaying: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => (isPlaying && video.current ? playInSight(video.current) : undefined), [isPlaying]);
  return (
    <video
      ref={video}
      src={src}
      muted
      loop
      playsInline
      preload={isPlaying ? "auto" : "none"}
      disablePictureInPicture
      aria-hidden
      tabIndex={-1}
      className="absolute inset-0 size-full object-cover"
    />
  );
}

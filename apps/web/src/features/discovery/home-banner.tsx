import type { BannerItem } from "@app/contract/discovery";
import { MESSAGES } from "@app/contract/errors";
import { contentHref } from "@app/contract/paths";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cutText, viewsInWords } from "#lib/format.ts";
import { useRetryFailed } from "#lib/queries.ts";
import { playInView } from "#ui/autoplay.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Slideshow } from "#ui/slideshow.tsx";
import defaultThumbnail from "../../assets/default-thumbnail.svg";
import { BANNER } from "./carousel-settings.ts";
import { topVideos } from "./discovery.queries.ts";
import type { OnVisitorOpen } from "./query-carousel.tsx";

const BANNER_TITLE_CUT = 20;

/** Shared by the slides, their skeleton and the error, to avoid layout shift. */
const BOX = "aspect-4/5 max-h-[34rem] w-full overflow-hidden rounded-media sm:aspect-video lg:aspect-21/9";

/** Members get 'Play Video'. For visitors the title covers the whole slide and asks them to join. */
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
      <span aria-hidden>{cutText(item.title, BANNER_TITLE_CUT)}</span>
      <span className="sr-only">{item.title}</span>
    </>
  );
  return (
    // Dark in both themes, because it sits on a picture.
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

type BannerPictureProps = {
  picture: string | null;
  /** In portrait format for phones; null if there is none. */
  tallPicture: string | null;
  /** Plays over the picture, muted and looped; null for a hidden slide. */
  clip: string | null;
  isPlaying: boolean;
  /** The visible slide loads first. */
  isShown: boolean;
};

/** The picture, the clip over it, and a gradient that keeps the text readable. */
function BannerPicture({ picture, tallPicture, clip, isPlaying, isShown }: BannerPictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const hasPicture = picture !== null && picture !== failed;
  return (
    <>
      <picture className="contents">
        {hasPicture && tallPicture !== null && <source media="(width < 40rem)" srcSet={tallPicture} />}
        <img
          src={hasPicture ? picture : defaultThumbnail}
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
  useEffect(() => (isPlaying && video.current ? playInView(video.current) : undefined), [isPlaying]);
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

import { useEffect, useRef, useState } from "react";
import { playInSight } from "#ui/play-in-sight.ts";
import defaultThumbnail from "../../assets/default-thumbnail.svg";

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

/** Picture, clip over it, and the dark at its foot on which the words are read. */
export function BannerPicture({ picture, tallPicture, clip, isPlaying, isShown }: BannerPictureProps) {
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

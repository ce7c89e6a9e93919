import { CARD_SIZES, toCardSrcset } from "@app/contract/card-picture";
import { type ReactNode, useState } from "react";
import defaultThumbnail from "../assets/default-thumbnail.svg";

type MediaPictureProps = {
  picture: string | null;
  /** The same, 640 pixels wide, for a screen that needs no more; null where there is none. */
  smallPicture?: string | null | undefined;
  /** A clip that plays over the picture; null while it does not. */
  preview: string | null;
  isFirst: boolean;
  children?: ReactNode;
};

/** 16:9 from the first paint on: nothing below it moves when the picture comes, or does not. */
export function MediaPicture({ picture, smallPicture, preview, isFirst, children }: MediaPictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const isShown = picture !== null && picture !== failed;
  return (
    <div className="relative aspect-video overflow-hidden rounded-media bg-lift">
      <img
        src={isShown ? picture : defaultThumbnail}
        srcSet={isShown && smallPicture ? toCardSrcset(picture, smallPicture) : undefined}
        sizes={CARD_SIZES}
        alt=""
        width={640}
        height={360}
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst ? "high" : "auto"}
        decoding="async"
        onError={() => setFailed(picture)}
        className="size-full object-cover"
      />
      {preview !== null && (
        <video
          src={preview}
          muted
          loop
          autoPlay
          playsInline
          disablePictureInPicture
          aria-hidden
          tabIndex={-1}
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {children}
    </div>
  );
}

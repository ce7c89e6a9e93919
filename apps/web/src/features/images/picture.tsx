import { type ContentImage, IMAGE_FORMATS, type ImageFormat } from "@app/contract/images";
import { useState } from "react";
import { decodeAhead } from "#lib/decode-ahead.ts";

type PictureProps = {
  image: ContentImage;
  /** Read out instead of the picture; empty if its text is beside it. */
  alt: string;
  /** As in HTML: the width at which it is shown. */
  sizes: string;
  /** Loaded before everything else on the page. */
  isFirst?: boolean;
  onLoaded?: () => void;
  onError?: () => void;
  className?: string;
};

/** The files of a picture in one format, for `srcset`. */
export function srcSetOf({ files }: ContentImage, format: ImageFormat): string {
  return files
    .filter((file) => file.format === format)
    .map((file) => `${file.url} ${file.width_px}w`)
    .join(", ");
}

/** The widest file that every browser shows; null if there is none yet. */
export function widestOf({ files }: ContentImage): string | null {
  return files.findLast((file) => file.format === "jpeg")?.url ?? null;
}

/** The name under which one of an item's pictures is saved. */
export function fileNameOf(title: string, { index, count }: { index: number; count: number }): string {
  return count === 1 ? `${title}.jpg` : `${title} ${index + 1}.jpg`;
}

/** Formats other than JPEG that a picture exists in, best first. */
function sourcesOf(image: ContentImage) {
  return IMAGE_FORMATS.filter((format) => format !== "jpeg")
    .map((format) => ({ type: `image/${format}`, srcSet: srcSetOf(image, format) }))
    .filter(({ srcSet }) => srcSet !== "");
}

/** Fetches and decodes a picture in the format and width in which `Picture` will show it. */
export function preloadPicture(image: ContentImage, sizes: string): void {
  const src = widestOf(image);
  if (src === null) return;
  const picture = document.createElement("picture");
  for (const { type, srcSet } of sourcesOf(image)) {
    const source = document.createElement("source");
    Object.assign(source, { type, sizes, srcset: srcSet });
    picture.append(source);
  }
  const img = new Image();
  picture.append(img);
  Object.assign(img, { fetchPriority: "high", sizes, srcset: srcSetOf(image, "jpeg"), src });
  decodeAhead(img);
}

/** A picture in the best format and width for this browser. Its blurred placeholder is behind it while it loads. */
export function Picture({ image, alt, sizes, isFirst = false, onLoaded, onError, className }: PictureProps) {
  const [isLoaded, setLoaded] = useState(false);
  const src = widestOf(image);
  const { width_px: width, height_px: height, placeholder } = image;
  if (src === null || width === null || height === null) return null;
  return (
    <picture className="contents">
      {sourcesOf(image).map((source) => (
        <source key={source.type} {...source} sizes={sizes} />
      ))}
      <img
        src={src}
        srcSet={srcSetOf(image, "jpeg")}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst ? "high" : "auto"}
        decoding="async"
        onLoad={() => {
          setLoaded(true);
          onLoaded?.();
        }}
        onError={onError}
        // It would show through a picture that is transparent in places.
        style={placeholder === null || isLoaded ? undefined : { backgroundImage: `url("${placeholder}")` }}
        // The placeholder lies where the picture will.
        className={`bg-contain bg-center bg-no-repeat object-contain ${className ?? ""}`}
      />
    </picture>
  );
}

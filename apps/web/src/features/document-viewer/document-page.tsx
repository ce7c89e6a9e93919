import type { DocumentPage as PageData } from "@app/contract/documents";
import { useQuery } from "@tanstack/react-query";
import { decodeAhead } from "#lib/decode-ahead.ts";
import { useFailedImage } from "#lib/use-failed-image.ts";
import { ImageError } from "#ui/load-error.tsx";
import type { PlacedPage } from "./document-layout.ts";
import { type DocumentSource, type Highlight, PageLayers, textAround, textOfPage } from "./page-text.tsx";
import { passFocusToPages } from "./viewer-keys.ts";

/** The width of a page that fits the viewer, near enough to choose between its two pictures. */
const SIZES = "(min-width: 68.75rem) calc(100vw - 43rem), (min-width: 64rem) calc(100vw - 26rem), 100vw";

/** Fetches and decodes the picture of a page before the viewer is rendered. */
export function preloadPage(page: PageData): void {
  const image = new Image();
  Object.assign(image, { fetchPriority: "high", sizes: SIZES, srcset: srcSetOf(page), src: page.images.medium });
  decodeAhead(image);
}

function srcSetOf({ images, width_px }: PageData): string {
  return `${images.medium} ${Math.min(800, width_px)}w, ${images.large} ${width_px}w`;
}

type DocumentPageProps = {
  source: DocumentSource;
  data: PageData;
  placed: PlacedPage;
  pageCount: number;
  /** How many pages can be read so far. */
  readableCount: number;
  highlight: Highlight | null;
  isFirstShown: boolean;
  onShown: () => void;
  isRestLoaded: boolean;
  onGoTo: (page: number) => void;
};

/** One page: its picture with the words and links above it. */
export function DocumentPage({ source, data, placed, highlight, onGoTo, ...props }: DocumentPageProps) {
  const { page, images } = data;
  const { data: window } = useQuery({
    ...textAround(source, page, props.readableCount),
    enabled: props.isRestLoaded,
  });
  const text = textOfPage(window, page);
  const picture = useFailedImage(images.medium);
  const isLoaded = props.isFirstShown || props.isRestLoaded;
  return (
    <section
      ref={passFocusToPages}
      aria-label={`Page ${page} of ${props.pageCount}`}
      data-page={page}
      data-theme="light"
      className="absolute isolate overflow-clip bg-raised text-text shadow-float"
      style={{ top: placed.topPx, left: placed.leftPx, width: placed.widthPx, height: placed.heightPx }}
    >
      {!picture.hasFailed && (
        <img
          {...(isLoaded && { src: images.medium, srcSet: srcSetOf(data) })}
          sizes={`${placed.widthPx}px`}
          alt={text && text.words.length === 0 ? `Page ${page}, a picture without text` : ""}
          width={data.width_px}
          height={data.height_px}
          fetchPriority={props.isFirstShown ? "high" : "auto"}
          decoding="async"
          draggable={false}
          onLoad={props.onShown}
          onError={() => {
            picture.onError();
            props.onShown();
          }}
          className="absolute inset-0 size-full select-none"
        />
      )}
      {text && <PageLayers text={text} page={placed} highlight={highlight} onGoTo={onGoTo} />}
      {picture.hasFailed && <ImageError contentId={source.contentId} what="page" onRetry={picture.retry} />}
    </section>
  );
}

import type { DocumentPage as PageData } from "@app/contract/documents";
import { useQuery } from "@tanstack/react-query";
import { textAround, textOfPage } from "./document.queries.ts";
import type { PlacedPage } from "./document-layout.ts";
import { type Highlight, PageLayers } from "./page-text.tsx";

type DocumentPageProps = {
  contentId: string;
  data: PageData;
  placed: PlacedPage;
  pageCount: number;
  /** How many pages can be read so far. */
  readableCount: number;
  highlight: Highlight | null;
  isFirstShown: boolean;
  onGoTo: (page: number) => void;
};

/** One page: its picture with the words and links above it. */
export function DocumentPage({ contentId, data, placed, highlight, onGoTo, ...props }: DocumentPageProps) {
  const { page, images } = data;
  const { data: window } = useQuery(textAround(contentId, page, props.readableCount));
  const text = textOfPage(window, page);
  return (
    <section
      aria-label={`Page ${page} of ${props.pageCount}`}
      data-page={page}
      data-theme="light"
      className="absolute isolate overflow-clip bg-raised text-text shadow-float"
      style={{ top: placed.topPx, left: placed.leftPx, width: placed.widthPx, height: placed.heightPx }}
    >
      <img
        src={images.medium}
        srcSet={`${images.medium} ${Math.min(800, data.width_px)}w, ${images.large} ${data.width_px}w`}
        sizes={`${placed.widthPx}px`}
        alt={text && text.words.length === 0 ? `Page ${page}, a picture without text` : ""}
        width={data.width_px}
        height={data.height_px}
        fetchPriority={props.isFirstShown ? "high" : "auto"}
        decoding="async"
        draggable={false}
        className="absolute inset-0 size-full select-none"
      />
      {text && <PageLayers text={text} page={placed} highlight={highlight} onGoTo={onGoTo} />}
    </section>
  );
}

import type { ContentImage } from "@app/contract/images";
import { clsx } from "clsx";
import { ChevronLeft, ChevronRight, Download, Expand, X, ZoomIn } from "lucide-react";
import type PhotoSwipe from "photoswipe";
import { type ReactNode, useEffect, useState } from "react";
import { widestOf } from "./picture.tsx";

type ViewerControlsProps = {
  viewer: PhotoSwipe;
  images: readonly ContentImage[];
  isDownloadable: boolean;
  onFullScreen: () => void;
};

const CONTROL =
  "grid size-11 place-items-center rounded-full bg-scrim text-on-scrim hover:bg-raised disabled:opacity-30";
/** PhotoSwipe shows and hides these as one. */
const LAYER = "pswp__hide-on-close absolute";

/** What lies over the picture in the viewer. */
export function ViewerControls({ viewer, images, isDownloadable, onFullScreen }: ViewerControlsProps) {
  const [index, setIndex] = useState(viewer.currIndex);
  useEffect(() => {
    const follow = () => setIndex(viewer.currIndex);
    follow();
    viewer.on("change", follow);
    return () => viewer.off("change", follow);
  }, [viewer]);
  const image = images[index];
  const href = image && widestOf(image);
  return (
    <>
      {images.length > 1 && (
        <>
          <p className={clsx(LAYER, "score top-3 left-3 rounded-control bg-scrim px-3 py-2 text-on-scrim")}>
            {index + 1} / {images.length}
          </p>
          <div className={clsx(LAYER, "top-1/2 left-3 -translate-y-1/2")}>
            <Control label="Previous image" isDisabled={index === 0} onClick={() => viewer.prev()}>
              <ChevronLeft aria-hidden size={28} />
            </Control>
          </div>
          <div className={clsx(LAYER, "top-1/2 right-3 -translate-y-1/2")}>
            <Control label="Next image" isDisabled={index === images.length - 1} onClick={() => viewer.next()}>
              <ChevronRight aria-hidden size={28} />
            </Control>
          </div>
        </>
      )}
      <div className={clsx(LAYER, "top-3 right-3 flex gap-2")}>
        {isDownloadable && href && (
          <a href={href} download aria-label="Download" title="Download" className={CONTROL}>
            <Download aria-hidden size={20} />
          </a>
        )}
        {document.fullscreenEnabled && (
          <Control label="Full screen" onClick={onFullScreen}>
            <Expand aria-hidden size={20} />
          </Control>
        )}
        <Control label="Zoom" onClick={() => viewer.toggleZoom()}>
          <ZoomIn aria-hidden size={20} />
        </Control>
        <Control label="Close" onClick={() => viewer.close()}>
          <X aria-hidden size={24} />
        </Control>
      </div>
      <p
        aria-live="polite"
        className={clsx(
          LAYER,
          "inset-x-0 bottom-0 mx-auto max-w-3xl bg-scrim px-4 py-3 text-center whitespace-pre-line text-on-scrim empty:hidden",
        )}
      >
        {image?.caption}
      </p>
    </>
  );
}

type ControlProps = { label: string; isDisabled?: boolean; onClick: () => void; children: ReactNode };

function Control({ label, isDisabled = false, onClick, children }: ControlProps) {
  return (
    <button type="button" aria-label={label} title={label} disabled={isDisabled} onClick={onClick} className={CONTROL}>
      {children}
    </button>
  );
}

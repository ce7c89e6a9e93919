import type { ContentImage } from "@app/contract/images";
import PhotoSwipe from "photoswipe";
import "photoswipe/style.css";
import { clsx } from "clsx";
import { ChevronLeft, ChevronRight, Download, Expand, X, ZoomIn } from "lucide-react";
import { createElement, type ReactNode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { hasModifier } from "#lib/keys.ts";
import { UnstyledButton } from "#ui/button.tsx";
import { DownloadLink } from "#ui/download-link.tsx";
import { fileNameOf, srcSetOf, widestOf } from "./picture.tsx";

type ViewerOptions = {
  /** Read out when the viewer opens. */
  title: string;
  images: readonly ContentImage[];
  index: number;
  /** Offers a download of the picture. */
  isDownloadable: boolean;
  onShow: (index: number) => void;
  /** Called with the picture that was shown last. */
  onClose: (index: number) => void;
};

const ZOOM_STEP = 1.5;
const PAN_STEP_PX = 80;

/**
 * Shows the pictures over the whole page: zoom by wheel, pinch and keys, pan, swipe, full screen.
 * @returns closes it
 */
export function openViewer({ title, images, index, isDownloadable, onShow, onClose }: ViewerOptions): () => void {
  const viewer = new PhotoSwipe({
    dataSource: images.map((image) => ({
      src: widestOf(image) ?? "",
      srcset: srcSetOf(image, "webp"),
      width: image.width_px ?? 0,
      height: image.height_px ?? 0,
      msrc: image.placeholder ?? "",
      alt: image.alt || image.caption,
    })),
    index,
    loop: false,
    wheelToZoom: true,
    bgOpacity: 1,
    maxZoomLevel: 4,
    secondaryZoomLevel: 2,
    errorMsg: "This image could not be loaded.",
    // It takes no keys until an animation has ended.
    showHideAnimationType: "none",
  });
  // PhotoSwipe writes its own controls as HTML text, which the page's policy of trusted types refuses.
  viewer.on("uiRegister", () => {
    if (viewer.ui) viewer.ui.uiElementsData = [];
  });
  viewer.on("keydown", (event) => {
    if (pressKey(viewer, event.originalEvent)) event.preventDefault();
  });
  let leaving = Promise.resolve();
  viewer.on("close", () => {
    // An iPhone knows no full screen at all.
    if (document.fullscreenElement) leaving = document.exitFullscreen();
  });
  viewer.on("change", () => onShow(viewer.currIndex));
  // What gets the focus before full screen has ended loses it.
  viewer.on("destroy", () => void leaving.finally(() => onClose(viewer.currIndex)));
  viewer.init();
  viewer.element?.setAttribute("aria-label", title);
  viewer.element?.setAttribute("aria-modal", "true");
  addControls(viewer, { title, images, isDownloadable });
  // While it opens, it ignores a close.
  return () => {
    if (viewer.opener.isOpen) viewer.close();
    else viewer.on("openingAnimationEnd", () => viewer.close());
  };
}

type Shown = Pick<ViewerOptions, "title" | "images" | "isDownloadable">;

function addControls(viewer: PhotoSwipe, shown: Shown) {
  const place = document.createElement("div");
  place.dataset["theme"] = "dark";
  viewer.element?.append(place);
  const root = createRoot(place);
  root.render(createElement(ViewerControls, { ...shown, viewer, onFullScreen: () => toggleFullScreen(viewer) }));
  viewer.on("destroy", () => root.unmount());
}

function toggleFullScreen(viewer: PhotoSwipe): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void viewer.element?.requestFullscreen?.();
}

/** `+`, `-` and `0` zoom, `f` fills the screen; arrows pan a picture that is larger than the screen. @returns whether it did */
function pressKey(viewer: PhotoSwipe, event: KeyboardEvent): boolean {
  const slide = viewer.currSlide;
  if (!slide || hasModifier(event)) return false;
  const zoomTo = (level: number) => {
    slide.zoomTo(Math.min(slide.zoomLevels.max, Math.max(slide.zoomLevels.fit, level)), undefined, 200);
    return true;
  };
  const pan = (x: number, y: number) => {
    if (slide.currZoomLevel <= slide.zoomLevels.fit) return false;
    slide.panTo(slide.pan.x + x, slide.pan.y + y);
    return true;
  };
  const keys: Record<string, () => boolean> = {
    "+": () => zoomTo(slide.currZoomLevel * ZOOM_STEP),
    "=": () => zoomTo(slide.currZoomLevel * ZOOM_STEP),
    "-": () => zoomTo(slide.currZoomLevel / ZOOM_STEP),
    "0": () => zoomTo(slide.zoomLevels.fit),
    f: () => {
      toggleFullScreen(viewer);
      return true;
    },
    ArrowLeft: () => pan(PAN_STEP_PX, 0),
    ArrowRight: () => pan(-PAN_STEP_PX, 0),
    ArrowUp: () => pan(0, PAN_STEP_PX),
    ArrowDown: () => pan(0, -PAN_STEP_PX),
  };
  return keys[event.key]?.() ?? false;
}

type ViewerControlsProps = Shown & { viewer: PhotoSwipe; onFullScreen: () => void };

const CONTROL =
  "grid size-11 place-items-center rounded-full bg-scrim text-on-scrim hover:bg-raised disabled:opacity-30";
/** PhotoSwipe shows and hides these as one. */
const LAYER = "pswp__hide-on-close absolute";

/** What lies over the picture in the viewer. */
export function ViewerControls({ viewer, title, images, isDownloadable, onFullScreen }: ViewerControlsProps) {
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
          <DownloadLink
            href={href}
            fileName={fileNameOf(title, { index, count: images.length })}
            aria-label="Download"
            title="Download"
            className={CONTROL}
          >
            <Download aria-hidden size={20} />
          </DownloadLink>
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
      <p role="status" className="sr-only">
        {image && `Image ${index + 1} of ${images.length}. ${image.alt}`}
      </p>
      <p
        aria-live="polite"
        dir="auto"
        className={clsx(
          LAYER,
          "inset-x-0 bottom-0 mx-auto max-w-3xl bg-scrim px-4 py-3 text-center break-words whitespace-pre-line text-on-scrim empty:hidden",
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
    <UnstyledButton aria-label={label} title={label} disabled={isDisabled} onClick={onClick} className={CONTROL}>
      {children}
    </UnstyledButton>
  );
}

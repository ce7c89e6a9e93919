import type { ContentImage } from "@app/contract/images";
import PhotoSwipe from "photoswipe";
import "photoswipe/style.css";
import { srcSetOf, widestOf } from "./picture.tsx";

type ViewerOptions = {
  /** Read out when the viewer opens. */
  title: string;
  images: readonly ContentImage[];
  index: number;
  /** Offers a download of the picture. */
  isDownloadable: boolean;
  /** Called with the picture that was shown last. */
  onClose: (index: number) => void;
};

const ZOOM_STEP = 1.5;
const PAN_STEP_PX = 80;
const FULL_SCREEN_ICON =
  '<svg aria-hidden="true" class="pswp__icn" viewBox="0 0 32 32" width="32" height="32"><path d="M8 13V8h5M19 8h5v5M24 19v5h-5M13 24H8v-5" fill="none" stroke="var(--pswp-icon-color)" stroke-width="2"/></svg>';
const DOWNLOAD_ICON =
  '<svg aria-hidden="true" class="pswp__icn" viewBox="0 0 32 32" width="32" height="32"><path d="M16 6v14M10 15l6 6 6-6M8 25h16" fill="none" stroke="var(--pswp-icon-color)" stroke-width="2"/></svg>';

/** Shows the pictures over the whole page: zoom by wheel, pinch and keys, pan, swipe, full screen. */
export function openViewer({ title, images, index, isDownloadable, onClose }: ViewerOptions): void {
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
    bgOpacity: 0.95,
    maxZoomLevel: 4,
    secondaryZoomLevel: 2,
    closeTitle: "Close",
    zoomTitle: "Zoom",
    arrowPrevTitle: "Previous image",
    arrowNextTitle: "Next image",
    errorMsg: "This image could not be loaded.",
    showHideAnimationType: matchMedia("(prefers-reduced-motion: reduce)").matches ? "none" : "fade",
  });
  viewer.on("uiRegister", () => registerButtons(viewer, { images, isDownloadable }));
  viewer.on("keydown", (event) => {
    if (pressKey(viewer, event.originalEvent)) event.preventDefault();
  });
  viewer.on("close", () => {
    if (document.fullscreenElement !== null) void document.exitFullscreen();
  });
  viewer.on("destroy", () => onClose(viewer.currIndex));
  viewer.init();
  viewer.element?.setAttribute("aria-label", title);
  viewer.element?.setAttribute("aria-modal", "true");
}

function registerButtons(
  viewer: PhotoSwipe,
  { images, isDownloadable }: Pick<ViewerOptions, "images" | "isDownloadable">,
) {
  viewer.ui?.registerElement({
    name: "caption",
    className:
      "absolute inset-x-0 bottom-0 mx-auto max-w-3xl px-4 py-3 text-center text-white whitespace-pre-line empty:hidden bg-black/60",
    appendTo: "root",
    onInit: (element) => {
      element.setAttribute("aria-live", "polite");
      viewer.on("change", () => {
        element.textContent = images[viewer.currIndex]?.caption ?? "";
      });
    },
  });
  if (document.fullscreenEnabled)
    viewer.ui?.registerElement({
      name: "full-screen",
      title: "Full screen",
      order: 9,
      isButton: true,
      html: FULL_SCREEN_ICON,
      onClick: () => toggleFullScreen(viewer),
    });
  if (isDownloadable)
    viewer.ui?.registerElement({
      name: "download",
      title: "Download",
      order: 8,
      isButton: true,
      tagName: "a",
      html: DOWNLOAD_ICON,
      onInit: (element) => {
        element.setAttribute("download", "");
        viewer.on("change", () => {
          const image = images[viewer.currIndex];
          element.setAttribute("href", (image && widestOf(image)) ?? "");
        });
      },
    });
}

function toggleFullScreen(viewer: PhotoSwipe): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen();
  else void viewer.element?.requestFullscreen();
}

/** `+`, `-` and `0` zoom, `f` fills the screen; arrows pan a picture that is larger than the screen. @returns whether it did */
function pressKey(viewer: PhotoSwipe, { key }: KeyboardEvent): boolean {
  const slide = viewer.currSlide;
  if (!slide) return false;
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
  return keys[key]?.() ?? false;
}

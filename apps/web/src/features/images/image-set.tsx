import type { ContentItem } from "@app/contract/contents";
import type { ContentImage } from "@app/contract/images";
import { useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import { clsx } from "clsx";
import { ChevronLeft, ChevronRight, Download, Hourglass, ImageOff, Maximize2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { hasModifier } from "#lib/keys.ts";
import { toast } from "#lib/toast.ts";
import { useFailedImage } from "#lib/use-failed-image.ts";
import { UnstyledButton } from "#ui/button.tsx";
import { DownloadLink } from "#ui/download-link.tsx";
import { ImageError } from "#ui/load-error.tsx";
import { fileNameOf, Picture, widestOf } from "./picture.tsx";

/** The width of the large picture. */
export const LARGE_SIZES = "(min-width: 64rem) calc(100vw - 30rem), 100vw";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The image that the viewer shows, which covers the page. */
    viewedImage?: number;
  }
}

type ImageSetProps = { item: ContentItem; onLoaded: () => void };

type ViewedSet = Pick<ContentItem, "title" | "images"> & {
  /** The image that the viewer opens on. */
  index: number;
  isDownloadable: boolean;
  /** Receives the image that was shown last. */
  onClosed: (index: number) => void;
};

/**
 * The viewer covers the whole page, so it is an entry of the browser's history: Back closes it and keeps the page, and after
 * a reload it is open again.
 * @returns opens it
 */
function useViewer(set: ViewedSet): () => void {
  const { history } = useRouter();
  const navigate = useNavigate();
  const isOpen = useRouterState({ select: ({ location }) => location.state.viewedImage !== undefined });

  const isViewing = () => history.location.state.viewedImage !== undefined;
  const leave = () => isViewing() && history.back();
  const show = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    try {
      const { openViewer } = await import("./open-viewer.tsx");
      if (signal.aborted) return;
      const close = openViewer({
        ...set,
        // A reload opens it on the same image.
        onShow: (index) => {
          if (!isViewing()) return;
          history.replace(history.location.href, { ...history.location.state, viewedImage: index });
        },
        onClose: (last) => {
          leave();
          set.onClosed(last);
        },
      });
      signal.addEventListener("abort", close);
    } catch {
      leave();
      toast.error("The viewer could not be loaded. Please check your connection.");
    }
  });
  useEffect(() => {
    if (!isOpen) return;
    const closing = new AbortController();
    void show(closing.signal);
    return () => closing.abort();
  }, [isOpen]);

  return () =>
    void navigate({ to: ".", search: true, hash: true, state: { viewedImage: set.index }, resetScroll: false });
}

/** The pictures of an item: one large, the others in a strip below, and the viewer. */
export function ImageSet({ item, onLoaded }: ImageSetProps) {
  const areReady = item.images.length > 0 && item.images.every(({ files }) => files.length > 0);
  return areReady ? <ReadySet item={item} onLoaded={onLoaded} /> : <ImagePlaceholder state={item.state} />;
}

function ReadySet({ item, onLoaded }: ImageSetProps) {
  const { images } = item;
  const { history } = useRouter();
  const [chosen, setIndex] = useState(history.location.state.viewedImage ?? 0);
  // Its owner may take images out meanwhile.
  const index = Math.min(chosen, images.length - 1);
  const opener = useRef<HTMLButtonElement>(null);
  const isDownloadable = item.downloads_open || item.can.edit;
  const open = useViewer({
    title: item.title,
    images,
    index,
    isDownloadable,
    onClosed: (last) => {
      setIndex(last);
      opener.current?.focus();
    },
  });
  const shown = images[index];
  const large = useFailedImage(shown ? widestOf(shown) : null);
  if (!shown) return null;
  const place = `Image ${index + 1} of ${images.length}`;

  function press(event: KeyboardEvent): void {
    const step = hasModifier(event) ? 0 : ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0);
    const next = index + step;
    if (step === 0 || next < 0 || next >= images.length) return;
    event.preventDefault();
    setIndex(next);
  }

  return (
    <section aria-label="Images" onKeyDown={press} className="flex flex-col gap-3">
      <div
        data-theme="dark"
        className="relative grid h-[min(70dvh,48rem,100vw)] place-items-center overflow-clip bg-ground text-text sm:rounded-media sm:hairline"
      >
        <button
          ref={opener}
          type="button"
          onClick={open}
          aria-label={`Open the viewer. ${place}${shown.alt === "" ? "" : `: ${shown.alt}`}`}
          className="group absolute inset-0 cursor-zoom-in"
        >
          {!large.hasFailed && (
            <Picture
              key={index}
              image={shown}
              alt=""
              sizes={LARGE_SIZES}
              isFirst
              onLoaded={onLoaded}
              onError={large.onError}
              className="size-full"
            />
          )}
          <span aria-hidden className="absolute top-3 right-3 rounded-control bg-scrim p-2 text-on-scrim">
            <Maximize2 size={20} />
          </span>
        </button>
        {large.hasFailed && <ImageError contentId={item.id} what="image" onRetry={large.retry} />}
        {images.length > 1 && (
          <>
            <StepButton label="Previous image" side="left" isDisabled={index === 0} onClick={() => setIndex(index - 1)}>
              <ChevronLeft aria-hidden size={28} />
            </StepButton>
            <StepButton
              label="Next image"
              side="right"
              isDisabled={index === images.length - 1}
              onClick={() => setIndex(index + 1)}
            >
              <ChevronRight aria-hidden size={28} />
            </StepButton>
          </>
        )}
      </div>
      <ImageDetails
        image={shown}
        place={images.length > 1 ? place : null}
        fileName={fileNameOf(item.title, { index, count: images.length })}
        isDownloadable={isDownloadable}
      />
      {images.length > 1 && (
        <ol className="flex gap-2 overflow-x-auto pb-1 max-sm:px-4">
          {images.map((image, at) => (
            <li key={image.id} className="shrink-0">
              <button
                type="button"
                aria-label={`Show image ${at + 1}${image.alt === "" ? "" : `: ${image.alt}`}`}
                aria-current={at === index}
                onClick={() => setIndex(at)}
                className={clsx(
                  "block size-20 overflow-clip forced-color-adjust-none rounded-control border-2",
                  at === index ? "border-accent" : "border-transparent hover:border-edge",
                )}
              >
                <SmallPicture image={image} />
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

type ImageDetailsProps = {
  image: ContentImage;
  place: string | null;
  fileName: string;
  isDownloadable: boolean;
};

/** What stands below the large picture. */
function ImageDetails({ image, place, fileName, isDownloadable }: ImageDetailsProps) {
  const href = widestOf(image);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 max-sm:px-4">
      <p role="status" className="flex min-w-0 flex-col">
        <span className="score text-base text-muted">{place}</span>
        <span dir="auto" className="break-words whitespace-pre-line">
          {image.caption}
        </span>
        {/* The picture itself lies in a button, which is named by its text. */}
        {image.alt !== "" && <span className="sr-only">{image.alt}</span>}
      </p>
      {isDownloadable && href !== null && (
        <DownloadLink
          href={href}
          fileName={fileName}
          className="inline-flex min-h-10 items-center gap-2 rounded-control px-2 font-semibold hover:underline touch:min-h-11"
        >
          <Download aria-hidden size={18} />
          Download
        </DownloadLink>
      )}
    </div>
  );
}

function SmallPicture({ image }: { image: ContentImage }) {
  const { hasFailed, onError } = useFailedImage(widestOf(image));
  if (hasFailed) return null;
  return <Picture image={image} alt="" sizes="80px" onError={onError} className="size-full object-cover!" />;
}

type StepButtonProps = {
  label: string;
  side: "left" | "right";
  isDisabled: boolean;
  onClick: () => void;
  children: ReactNode;
};

function StepButton({ label, side, isDisabled, onClick, children }: StepButtonProps) {
  return (
    <UnstyledButton
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
      className={clsx(
        "absolute top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-full bg-scrim text-on-scrim disabled:opacity-30",
        side === "left" ? "left-3" : "right-3",
      )}
    >
      {children}
    </UnstyledButton>
  );
}

function ImagePlaceholder({ state }: Pick<ContentItem, "state">) {
  const Icon = state === "failed" ? ImageOff : Hourglass;
  return (
    <div
      data-theme="dark"
      className="grid h-[min(70dvh,48rem,100vw)] place-items-center bg-raised text-text sm:rounded-media"
    >
      <div className="flex flex-col items-center gap-3 text-center">
        <Icon aria-hidden size={32} />
        {state === "failed" ? "There is nothing to show." : "Getting ready…"}
      </div>
    </div>
  );
}

import { CARD_SIZES, toCardSrcset } from "@app/contract/card-picture";
import { Fragment, type PointerEvent, type ReactNode, useEffect, useState } from "react";
import { cutText, duration, durationInWords, viewsInWords } from "#lib/format.ts";
import { useReducedMotion } from "#lib/use-media.ts";
import defaultThumbnail from "../assets/default-thumbnail.svg";
import { Avatar } from "./avatar.tsx";
import { Link } from "./link.tsx";

type MediaPictureProps = {
  picture: string | null;
  /** The same, 640 pixels wide, for a screen that needs no more; null where there is none. */
  smallPicture?: string | null | undefined;
  /** A clip that plays over the picture; null while it does not. */
  preview: string | null;
  isFirst: boolean;
  children?: ReactNode;
};

/** Where something stands in a text: start and end, in order and apart. */
type Range = readonly [number, number];

/** Shorter is a pointer on its way to something else. */
const REST_MS = 600;

type Preview = {
  isPreviewing: boolean;
  handlers: {
    onPointerEnter: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: () => void;
  };
};

type MediaCardProps = {
  /** Where the item is; null while it has no page. */
  href: string | null;
  title: string;
  picture: string | null;
  smallPicture?: string | null;
  /** Seconds; null for what does not play. */
  length: number | null;
  channelName: string;
  avatar: string | null;
  views: number;
  /** How long ago it was published, in words. */
  when?: string | null;
  /** A short silent clip, played on hover and focus. */
  preview?: string | null;
  /** How much of it the person has watched, 0 to 1. */
  progress?: number;
  /** Characters of the title that are shown; all of it stands in the accessible name and the tooltip. */
  titleMax?: number;
  /** What of it was searched for. */
  titleMarks?: readonly Range[];
  channelMarks?: readonly Range[];
  /** Does this instead of going there, as for a visitor who is asked to join. */
  onOpen?: () => void;
  /** In sight when the page opens: fetched at once. */
  isFirst?: boolean;
};

const DEFAULT_TITLE_MAX = 40;

export function MediaCard({
  href,
  title,
  picture,
  smallPicture,
  length,
  channelName,
  avatar,
  views,
  when,
  preview = null,
  progress,
  titleMax = DEFAULT_TITLE_MAX,
  titleMarks = [],
  channelMarks = [],
  onOpen,
  isFirst = false,
}: MediaCardProps) {
  const { isPreviewing, handlers } = usePreview(preview !== null);
  const spoken = [title, length !== null && durationInWords(length), channelName, viewsInWords(views), when];
  // The ellipsis stands in the control itself: what is around a button cuts it off without one.
  const target = {
    title,
    className: "block w-full truncate text-left after:absolute after:inset-0 after:z-10 outline-none",
  };
  const name = (
    <>
      {/* First: behind a title that is cut off it would stand beyond the edge of the page, and widen it. */}
      <span className="sr-only">{spoken.filter(Boolean).join(", ")}</span>
      <span aria-hidden>
        <Marked text={cutText(title, titleMax)} ranges={titleMarks} />
      </span>
    </>
  );

  return (
    <article
      {...handlers}
      className="group relative flex flex-col gap-3 rounded-media has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent"
    >
      <MediaPicture
        picture={picture}
        smallPicture={smallPicture}
        preview={isPreviewing ? preview : null}
        isFirst={isFirst}
      >
        {length !== null && (
          <span className="score absolute right-2 bottom-2 rounded-[4px] bg-scrim px-1.5 text-sm text-on-scrim">
            {duration(length)}
          </span>
        )}
        {progress !== undefined && progress > 0 && (
          <span className="absolute inset-x-0 bottom-0 h-1 bg-scrim">
            <span className="block h-full bg-accent" style={{ width: `${Math.min(1, progress) * 100}%` }} />
          </span>
        )}
      </MediaPicture>
      <div className="flex gap-3">
        <Avatar picture={avatar} name={channelName} size={36} />
        <div className="min-w-0">
          <h3 className="font-semibold group-hover:underline">
            {onOpen ? (
              <button type="button" onClick={onOpen} {...target}>
                {name}
              </button>
            ) : (
              <Link href={href} {...target}>
                {name}
              </Link>
            )}
          </h3>
          <p aria-hidden className="score flex gap-1 text-muted">
            <span className="truncate">
              <Marked text={channelName} ranges={channelMarks} />
            </span>
            <span className="shrink-0">· {viewsInWords(views)}</span>
            {when && <span className="shrink-0">· {when}</span>}
          </p>
        </div>
      </div>
    </article>
  );
}

/** Whether the pointer or the focus has rested on a card for 600 ms. Never by touch, never under reduced motion. */
function usePreview(hasPreview: boolean): Preview {
  const isStill = useReducedMotion();
  const [isAimedAt, setIsAimedAt] = useState(false);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const isWanted = isAimedAt && hasPreview && !isStill;

  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => setIsPreviewing(true), REST_MS);
    return () => {
      clearTimeout(timer);
      setIsPreviewing(false);
    };
  }, [isWanted]);

  return {
    isPreviewing,
    handlers: {
      onPointerEnter: (event) => setIsAimedAt(event.pointerType !== "touch"),
      onPointerLeave: () => setIsAimedAt(false),
      // A tap focuses as well, and is not the keyboard.
      onFocus: () => setIsAimedAt(!window.matchMedia("(pointer: coarse)").matches),
      onBlur: () => setIsAimedAt(false),
    },
  };
}

/** A text with parts of it marked. What was cut off its end is marked no more. */
export function Marked({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  const within = ranges.filter(([start]) => start < text.length);
  if (within.length === 0) return text;
  return within.map(([start, end], at) => (
    <Fragment key={start}>
      {text.slice(within[at - 1]?.[1] ?? 0, start)}
      <mark className="bg-transparent text-inherit underline decoration-accent decoration-2 underline-offset-3">
        {text.slice(start, end)}
      </mark>
      {at === within.length - 1 && text.slice(end)}
    </Fragment>
  ));
}

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

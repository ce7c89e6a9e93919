import { type PointerEvent, useEffect, useState } from "react";
import { cutText, duration, durationInWords, viewsInWords } from "#lib/format.ts";
import { useReducedMotion } from "#lib/use-media.ts";
import { Avatar } from "./avatar.tsx";
import { Link } from "./link.tsx";
import { Marked, type Range } from "./marked.tsx";
import { MediaPicture } from "./media-picture.tsx";

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

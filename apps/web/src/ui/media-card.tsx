import { CARD_SIZES, toCardSrcset } from "@app/contract/card-picture";
import { Fragment, type PointerEvent, type ReactNode, useEffect, useState } from "react";
import { cutText, duration, durationInWords, viewsInWords } from "#lib/format.ts";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import type { BlockTarget, ReportTarget } from "#lib/safety.ts";
import { useUser } from "#lib/session.ts";
import { useReducedMotion } from "#lib/use-media.ts";
import defaultThumbnail from "../assets/default-thumbnail.svg";
import { Avatar } from "./avatar.tsx";
import { Link } from "./link.tsx";

/** Of members only. Without it the card is still a card. */
export const { Component: LazySafetyMenu } = lazyWithPreload(
  async () => (await withOfflineError(import("./safety-menu.tsx"))).SafetyMenu,
  () => <span className="block size-8 touch:size-11" />,
  { onError: () => undefined },
);

/** Start and end of a match. Ranges are sorted and do not overlap. */
type Range = readonly [number, number];

/** Shorter hovers are the pointer passing by. */
const HOVER_DELAY_MS = 600;

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
  /** Null if the item has no page yet. */
  href: string | null;
  title: string;
  picture: string | null;
  smallPicture?: string | null;
  /** In seconds; null for images and documents. */
  length: number | null;
  channelName: string;
  avatar: string | null;
  views: number;
  /** The age of the item, such as '2 weeks ago'. */
  when?: string | null;
  /** A short silent clip for hover and focus. */
  preview?: string | null;
  /** The share that the user has watched, 0 to 1. */
  progress?: number;
  /** Where the visible title is cut; the accessible name and the tooltip have all of it. */
  titleMax?: number;
  /** Search matches to highlight. */
  titleHighlights?: readonly Range[];
  channelMarks?: readonly Range[];
  /** Members get a menu to report it or to block its owner. */
  safety?: { person: BlockTarget; target: ReportTarget };
  /** Replaces the link, such as for asking a visitor to join. */
  onOpen?: () => void;
  /** Visible on page load, so its picture loads with high priority. */
  isFirst?: boolean;
};

const CARD_TITLE_CUT = 40;
const NO_HIGHLIGHTS: readonly Range[] = [];

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
  titleMax = CARD_TITLE_CUT,
  titleHighlights = NO_HIGHLIGHTS,
  channelMarks = NO_HIGHLIGHTS,
  onOpen,
  isFirst = false,
  safety,
}: MediaCardProps) {
  const { isPreviewing, handlers } = usePreview(preview !== null);
  const spoken = [title, length !== null && durationInWords(length), channelName, viewsInWords(views), when];
  // `truncate` is on the control itself, because a button would be clipped without an ellipsis.
  const target = {
    title,
    dir: "auto",
    className: "block w-full truncate text-left after:absolute after:inset-0 after:z-10 outline-none",
  };
  const name = (
    <>
      {/* Comes first: after a truncated title it would overflow the page. */}
      <span className="sr-only">{spoken.filter(Boolean).join(", ")}</span>
      <span aria-hidden>
        <Highlighted text={cutText(title, titleMax)} ranges={titleHighlights} />
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
        <Progress length={length} share={progress} />
      </MediaPicture>
      <div className="flex gap-3">
        <Avatar picture={avatar} name={channelName} size={36} />
        <div className="min-w-0 grow">
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
          {/* One line; on a phone up to two, where the name would be cut to a letter. */}
          <p aria-hidden className="score text-muted max-sm:line-clamp-2 sm:flex sm:gap-1">
            {/* A name that is written from right to left must not turn around what follows. */}
            <bdi className="sm:truncate">
              <Highlighted text={channelName} ranges={channelMarks} />
            </bdi>
            {" · "}
            <span className="whitespace-nowrap">{viewsInWords(views)}</span>
            {when && (
              <>
                {" · "}
                <span className="whitespace-nowrap">{when}</span>
              </>
            )}
          </p>
        </div>
        {safety && <CardMenu {...safety} />}
      </div>
    </article>
  );
}

function CardMenu(safety: NonNullable<MediaCardProps["safety"]>) {
  const user = useUser();
  if (user === null) return null;
  return (
    // Above the link, which covers the card.
    <div className="relative z-20 -mt-1 -mr-2 opacity-0 group-hover:opacity-100 focus-within:opacity-100 touch:opacity-100">
      <LazySafetyMenu {...safety} className="size-8" />
    </div>
  );
}

/** Whether the pointer or the focus has been on a card for 600 ms. Never for touch or with reduced motion. */
function usePreview(hasPreview: boolean): Preview {
  const prefersReducedMotion = useReducedMotion();
  const [isHovered, setIsHovered] = useState(false);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const isWanted = isHovered && hasPreview && !prefersReducedMotion;

  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => setIsPreviewing(true), HOVER_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setIsPreviewing(false);
    };
  }, [isWanted]);

  return {
    isPreviewing,
    handlers: {
      onPointerEnter: (event) => setIsHovered(event.pointerType !== "touch"),
      onPointerLeave: () => setIsHovered(false),
      // A tap focuses the card as well.
      onFocus: () => setIsHovered(!window.matchMedia("(pointer: coarse)").matches),
      onBlur: () => setIsHovered(false),
    },
  };
}

/** Highlights ranges of a text. Ranges beyond its end are ignored. */
export function Highlighted({ text, ranges }: { text: string; ranges: readonly Range[] }) {
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

type MediaPictureProps = {
  picture: string | null;
  /** The same picture 640 pixels wide; null if there is none. */
  smallPicture?: string | null | undefined;
  /** A clip to play over the picture; null while stopped. */
  preview: string | null;
  isFirst: boolean;
  children?: ReactNode;
};

/** Always 16:9, so loading the picture causes no layout shift. */
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
        className="size-full rounded-[inherit] object-cover hairline"
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

/** The length of the item, and how much of it the user has watched. */
function Progress({ length, share = 0 }: { length: number | null; share?: number | undefined }) {
  return (
    <>
      {length !== null && (
        <span className="score absolute right-2 bottom-2 rounded-[4px] bg-scrim px-1.5 text-sm text-on-scrim">
          {duration(length)}
        </span>
      )}
      {share > 0 && (
        <span className="absolute inset-x-0 bottom-0 h-1 bg-scrim">
          <span className="block h-full bg-accent" style={{ width: `${Math.min(1, share) * 100}%` }} />
        </span>
      )}
    </>
  );
}

import { type Chapter, chapterIndexAt } from "@app/contract/chapters";
import type { ContentItem } from "@app/contract/contents";
import { exactly } from "@app/contract/formats";
import { channelHref, contentHref, cutHref, editHref } from "@app/contract/paths";
import { CalendarClock, EyeOff, FileX, Hourglass, Lock, Pencil, Scissors, VideoOff } from "lucide-react";
import type { ReactNode } from "react";
import { dateInWords, momentInWords } from "#lib/dates.ts";
import { countInWords, duration, durationInWords, viewsInWords } from "#lib/format.ts";
import { lazyWithPreload } from "#lib/lazy-with-preload.tsx";
import { type PlayClock, usePlayClock } from "#lib/play-clock.ts";
import { Avatar } from "#ui/avatar.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { CollapsibleText } from "#ui/linked-text.tsx";
import { Spinner } from "#ui/spinner.tsx";

const TAG =
  "inline-flex min-h-7 items-center rounded-control border border-line bg-raised px-2.5 text-sm hover:border-edge touch:min-h-11";

type ItemAboutProps = {
  item: ContentItem;
  channelCard: ReactNode;
  /** Like, Save and Share. */
  reactions: ReactNode;
  /** Only videos have times to seek to. */
  onSeek?: (atS: number) => void;
};

/** Title, channel and description, below the item. */
export function ItemAbout({ item, channelCard, reactions, onSeek }: ItemAboutProps) {
  const publishedAt = item.published_at ?? item.created_at;
  return (
    <article className="flex flex-col gap-5">
      <header className="flex flex-col gap-2">
        <h1 dir="auto" className="font-display text-2xl leading-tight font-bold break-words text-balance sm:text-3xl">
          {item.title}
        </h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          <span className="score text-base" title={exactly(item.total_views)}>
            {viewsInWords(item.total_views)}
          </span>
          <time dateTime={publishedAt} title={momentInWords(publishedAt)}>
            {dateInWords(publishedAt)}
          </time>
          <VisibilityTag {...item} />
          <span className="flex gap-3 empty:hidden">
            {item.can.edit && (
              <LinkButton variant="secondary" size="sm" href={editHref(item.id)}>
                <Pencil aria-hidden size={16} />
                Edit
              </LinkButton>
            )}
            {item.can.clip && (
              <LinkButton variant="secondary" size="sm" href={cutHref(item.id)}>
                <Scissors aria-hidden size={16} />
                Clip
              </LinkButton>
            )}
          </span>
        </p>
        {item.clip_of !== null && (
          <p className="text-muted">
            From:{" "}
            <Link href={contentHref("video", item.clip_of.id) ?? "/404"} className="underline">
              {item.clip_of.title}
            </Link>
          </p>
        )}
      </header>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        {channelCard}
        {reactions}
      </div>
      <section aria-label="Description" className="flex flex-col gap-4 rounded-media bg-raised p-4">
        <Description text={item.description} fromS={item.trim_from_s} lengthS={item.length} onSeek={onSeek} />
        <ul className="flex flex-wrap gap-2" aria-label="Category and tags">
          <li>
            <Link href={`/category-listing/${item.category.id}`} className={`${TAG} font-semibold`}>
              {item.category.name}
            </Link>
          </li>
          {item.tags.map((tag) => (
            <li key={tag}>
              <Link href={`/search-results?search=${encodeURIComponent(tag)}`} className={`${TAG} text-muted`}>
                #{tag}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </article>
  );
}

function VisibilityTag({ visibility, publish_at }: Pick<ContentItem, "visibility" | "publish_at">) {
  if (publish_at !== null)
    return (
      <span className="inline-flex items-center gap-1">
        <CalendarClock aria-hidden size={16} />
        Scheduled for {momentInWords(publish_at)}
      </span>
    );
  if (visibility === "public") return null;
  const Icon = visibility === "private" ? Lock : EyeOff;
  return (
    <span className="inline-flex items-center gap-1">
      <Icon aria-hidden size={16} />
      {visibility === "private" ? "Private" : "Unlisted"}
    </span>
  );
}

type DescriptionProps = {
  text: string;
  fromS: number;
  lengthS: number | null;
  onSeek: ItemAboutProps["onSeek"];
};

function Description(linked: DescriptionProps) {
  if (linked.text === "") return <p className="text-muted">There is no description.</p>;
  return <CollapsibleText {...linked} maxChars={240} maxLines={3} />;
}

type ChannelCardProps = Pick<ContentItem, "channel"> & {
  followers: number;
  followButton: ReactNode;
};

export function ChannelCard({ channel, followers, followButton }: ChannelCardProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <Link href={channelHref(channel.id)} className="group flex min-w-0 items-center gap-3 rounded-control">
        <Avatar picture={channel.channel_profile} name={channel.name} size={48} />
        <span className="flex min-w-0 flex-col">
          <span className="truncate font-semibold group-hover:underline">{channel.name}</span>
          <span className="score text-muted">{countInWords(followers, "follower")}</span>
        </span>
      </Link>
      {followButton}
    </div>
  );
}

const { Component: LazyNotices } = lazyWithPreload<{ item: ContentItem }>(
  async () => (await import("./item-notices.tsx")).ItemNotices,
  () => null,
  // The page is worth more than what they say.
  { onError: () => undefined },
);

/** Few items have anything to say of themselves: the code for it comes only with them. */
export function ItemNotices({ item }: { item: ContentItem }) {
  const hasNotice = item.is_hidden || item.state !== "ready" || item.warning !== null;
  return hasNotice && <LazyNotices item={item} />;
}

type ItemPlaceholderProps = { item: Pick<ContentItem, "type" | "state" | "video_content" | "thumbnail"> };

/** Shown in place of the player or the pages while there is nothing to play or to read. */
export function ItemPlaceholder({ item }: ItemPlaceholderProps) {
  const picture = item.video_content.poster ?? item.thumbnail;
  const isDocument = item.type === "document";
  const FailedIcon = isDocument ? FileX : VideoOff;
  const Icon = item.state === "failed" ? FailedIcon : Hourglass;
  return (
    <div
      data-theme="dark"
      className="relative grid aspect-video max-h-[calc(100dvh-8rem)] w-full place-items-center overflow-clip bg-raised text-text sm:rounded-media"
    >
      {picture !== null && (
        <img src={picture} alt="" className="absolute inset-0 size-full object-contain opacity-40" />
      )}
      <div className="relative flex flex-col items-center gap-3 rounded-media bg-scrim px-6 py-4 text-center text-on-scrim">
        <Icon aria-hidden size={32} />
        {item.state === "failed" ? `There is nothing to ${isDocument ? "read" : "play"}.` : "Getting ready…"}
        {item.state === "processing" && <Spinner />}
      </div>
    </div>
  );
}

type ChapterListProps = { chapters: readonly Chapter[]; clock: PlayClock; onSeek: (atS: number) => void };

/** The chapters of the description, with the one that is playing marked. */
export function ChapterList({ chapters, clock, onSeek }: ChapterListProps) {
  const current = usePlayClock(clock, (atS) => chapterIndexAt(chapters, atS));
  if (chapters.length === 0) return null;
  return (
    <section aria-label="Chapters" className="flex flex-col gap-3 rounded-media bg-raised p-4">
      <h2 className="title text-2xl">Chapters</h2>
      <ol className="-mx-2 flex flex-col">
        {chapters.map(({ atS, title }, index) => (
          <li key={atS}>
            <button
              type="button"
              aria-current={index === current ? "true" : undefined}
              onClick={() => onSeek(atS)}
              className="flex min-h-10 w-full items-center gap-3 rounded-control px-2 py-1.5 text-left hover:bg-lift aria-[current]:bg-lift aria-[current]:font-semibold touch:min-h-11"
            >
              <span aria-hidden className="score w-14 shrink-0 text-base text-accent">
                {duration(atS)}
              </span>
              <span dir="auto" className="min-w-0 break-words">
                {title}
              </span>
              <span className="sr-only">, at {durationInWords(atS)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

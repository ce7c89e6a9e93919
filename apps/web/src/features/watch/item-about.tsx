import { type Chapter, chapterIndexAt } from "@app/contract/chapters";
import type { ContentItem } from "@app/contract/contents";
import { exactly } from "@app/contract/formats";
import { channelHref, contentHref, cutHref, editHref } from "@app/contract/paths";
import { CalendarClock, EyeOff, FileX, Hourglass, Lock, Pencil, Scissors, VideoOff } from "lucide-react";
import type { ReactNode } from "react";
import { messageOf } from "#lib/api-error.ts";
import { dateInWords, momentInWords } from "#lib/dates.ts";
import { countInWords, duration, durationInWords, viewsInWords } from "#lib/format.ts";
import { type PlayClock, usePlayClock } from "#lib/play-clock.ts";
import { useUser } from "#lib/session.ts";
import { TYPE_WORDS } from "#lib/type-titles.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { CollapsibleText } from "#ui/linked-text.tsx";
import { Notice } from "#ui/notice.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useRetryProcessing } from "./watch.queries.ts";

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
        <h1 className="font-display text-2xl leading-tight font-bold break-words text-balance sm:text-3xl">
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

/**
 * Hidden, processing progress, failure, and damage to the file. Only the owner gets the percentage and the
 * damage.
 */
export function ItemNotices({ item }: { item: ContentItem }) {
  return (
    <>
      {item.is_hidden && <HiddenNotice item={item} />}
      {item.state === "failed" && <FailedNotice item={item} />}
      {item.state === "processing" && <ProgressNotice item={item} />}
      {item.warning && (
        <Notice tone="warning" title={`There is a problem with this ${TYPE_WORDS[item.type].name}.`}>
          {item.warning}
        </Notice>
      )}
    </>
  );
}

function HiddenNotice({ item: { id, type } }: { item: ContentItem }) {
  const isStaff = useUser()?.can.administer ?? false;
  return (
    <Notice
      tone="warning"
      title={`This ${TYPE_WORDS[type].name} is hidden.`}
      action={
        isStaff && (
          <LinkButton variant="secondary" size="sm" href={`/admin/content?search=${id}`}>
            Open in the console
          </LinkButton>
        )
      }
    >
      Only its channel and our team can see it.
    </Notice>
  );
}

function ProgressNotice({ item }: { item: ContentItem }) {
  return (
    <Notice title={`This ${TYPE_WORDS[item.type].name} is still being processed…`}>
      {toProgressSentence(item)}
      {item.progress !== null && (
        <div className="mt-2 flex max-w-md items-center gap-3">
          <div className="grow">
            <ProgressBar label="Processing" percent={item.progress} />
          </div>
          <span className="score text-base">{item.progress}%</span>
        </div>
      )}
    </Notice>
  );
}

function toProgressSentence({ type, document, video_content }: ContentItem): string {
  if (type === "image") return "It appears here as soon as it is ready.";
  if (type === "document")
    return document === null
      ? "It opens automatically once the first pages are ready."
      : "You can start reading; the other pages follow.";
  return video_content.hls === null
    ? "It starts automatically once the first seconds are ready."
    : "You can start watching; the rest follows while it plays.";
}

function FailedNotice({ item }: { item: ContentItem }) {
  const retry = useRetryProcessing(item.id);
  return (
    <Notice
      tone="error"
      title={`This ${TYPE_WORDS[item.type].name} could not be processed.`}
      action={
        item.can.retry && (
          <Button variant="secondary" size="sm" busy={retry.isPending} onClick={() => retry.mutate()}>
            Retry
          </Button>
        )
      }
    >
      {item.fault ?? "Its owner has been notified."}
      {retry.isError && <p className="mt-1 text-error">{messageOf(retry.error)}</p>}
    </Notice>
  );
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
              <span className="min-w-0 break-words">{title}</span>
              <span className="sr-only">, at {durationInWords(atS)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

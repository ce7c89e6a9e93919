import type { ContentItem } from "@app/contract/contents";
import { contentHref } from "@app/contract/paths";
import type { ThumbnailChoice } from "@app/contract/thumbnails";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "#lib/api-error.ts";
import { momentInWords } from "#lib/dates.ts";
import { focusOnMount } from "#lib/focus.ts";
import { contentItem } from "#lib/queries.ts";
import { TYPE_WORDS } from "#lib/type-titles.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ThumbnailPicker, useOwnPicture } from "./thumbnail-picker.tsx";
import { useChooseThumbnail, useRetryPublished } from "./upload.queries.ts";

/** A published item, until it is processed. */
export function PublishedPanel({ contentId, onAnother }: { contentId: string; onAnother: () => void }) {
  const item = useQuery(contentItem(contentId));
  if (item.isPending) return <Skeleton className="h-56 w-full rounded-media" />;
  if (!item.data)
    return <LoadError error={item.error} isRetrying={item.isFetching} onRetry={() => void item.refetch()} />;
  return (
    <section
      ref={focusOnMount}
      tabIndex={-1}
      aria-label={`Published ${itemWords(item.data).name}`}
      className="flex max-w-3xl flex-col gap-5 rounded-media border border-line bg-raised p-5 outline-none"
    >
      <div className="flex flex-col gap-4 sm:flex-row">
        <div className="aspect-video w-full shrink-0 overflow-hidden rounded-media bg-lift sm:w-60">
          {item.data.thumbnail !== null && (
            <img src={item.data.thumbnail} alt="" width={480} height={270} className="size-full object-cover" />
          )}
        </div>
        <div className="flex min-w-0 grow flex-col gap-3">
          <h2 className="text-lg font-semibold break-words">{item.data.title}</h2>
          <Progress item={item.data} />
          {item.data.publish_at !== null && (
            <p>Scheduled: it becomes public on {momentInWords(item.data.publish_at)}.</p>
          )}
          {item.data.warning !== null && <Notice tone="warning">{item.data.warning}</Notice>}
        </div>
      </div>
      {item.data.type !== "image" &&
        item.data.can.edit &&
        item.data.frames.length > 0 &&
        item.data.state !== "failed" && <PublishedThumbnail item={item.data} />}
      <div className="flex flex-wrap gap-3">
        <LinkButton href={contentHref(item.data.type, contentId)}>{toLinkLabel(item.data)}</LinkButton>
        <Button variant="secondary" onClick={onAnother}>
          Upload another
        </Button>
      </div>
    </section>
  );
}

/** @returns what to call an item within a sentence, with its verb: 'images are' of a set of several */
function itemWords({ type, images }: Pick<ContentItem, "type" | "images">): {
  name: string;
  use: string;
  isAre: "is" | "are";
} {
  const { name, use } = TYPE_WORDS[type];
  return images.length > 1 ? { name: `${name}s`, use, isAre: "are" } : { name, use, isAre: "is" };
}

function toLinkLabel(item: ContentItem): string {
  const { name, use } = itemWords(item);
  return item.state === "ready" ? `${use.charAt(0).toUpperCase()}${use.slice(1)} the ${name}` : "View page";
}

function Progress({ item }: { item: ContentItem }) {
  const { name, use, isAre } = itemWords(item);
  if (item.state === "failed") return <Failed item={item} />;
  if (item.state === "ready")
    return (
      <Notice tone="good">
        Your {name} {isAre} ready to {use}.
      </Notice>
    );
  const percent = item.progress ?? 0;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <p role="status">
          Your {name} {isAre} still being processed…
        </p>
        <span className="score text-xl whitespace-nowrap">{percent}%</span>
      </div>
      <ProgressBar label="Processing" percent={percent} />
      <p className="text-sm text-muted">
        {item.video_content.hls !== null && "The beginning can already be watched. "}
        {item.document !== null && "The first pages can already be read. "}
        You can leave this page while processing continues.
      </p>
    </div>
  );
}

function Failed({ item }: { item: ContentItem }) {
  const retry = useRetryPublished(item.id);
  const action = item.can.retry && (
    <Button variant="secondary" size="sm" busy={retry.isPending} onClick={() => retry.mutate()}>
      Retry
    </Button>
  );
  return (
    <Notice tone="error" title={`Your ${itemWords(item).name} could not be processed.`} action={action}>
      {item.fault ?? "Something went wrong."}
      {retry.isError && <p className="mt-1 text-error">{messageOf(retry.error)}</p>}
    </Notice>
  );
}

/** For videos published before their frames were extracted. Each choice is saved at once. */
function PublishedThumbnail({ item }: { item: ContentItem }) {
  const { mutate, variables, error, isError } = useChooseThumbnail(item.id);
  const ownPicture = useOwnPicture({ onUploaded: (picture) => mutate({ picture }) });
  return (
    <ThumbnailPicker
      type={item.type}
      frames={item.frames}
      chosen={isError || variables === undefined ? chosenFrame(item) : variables}
      onChoose={(choice) => mutate(choice)}
      ownPicture={ownPicture}
      error={isError ? messageOf(error) : undefined}
    />
  );
}

/** @returns null for a custom thumbnail */
function chosenFrame({ thumbnail, frames }: ContentItem): ThumbnailChoice | null {
  const frame = frames.indexOf(thumbnail ?? "");
  return frame < 0 ? null : { frame };
}

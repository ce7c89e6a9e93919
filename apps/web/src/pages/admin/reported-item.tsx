import { contentHref } from "@app/contract/paths";
import type { ReportCase } from "@app/contract/report-queue";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ImageSet } from "#features/images/image-set.tsx";
import { LazyPlayer } from "#features/player/lazy-player.tsx";
import { contentItem } from "#features/watch/watch.queries.ts";
import { TYPE_WORDS } from "#lib/type-titles.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

type ReportedItemProps = { content: NonNullable<ReportCase["content"]> };

/** A reported item. It is loaded once somebody wants to see it: a page of them would be heavy, and not a nice sight. */
export function ReportedItem({ content }: ReportedItemProps) {
  const [isShown, setShown] = useState(false);
  const { id, type } = content;
  if (isShown) return <Item id={id} />;
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="sm" onClick={() => setShown(true)}>
        Show the {TYPE_WORDS[type].name}
      </Button>
      <LinkButton variant="secondary" size="sm" href={contentHref(type, id)}>
        Open its page
      </LinkButton>
    </div>
  );
}

function Item({ id }: { id: string }) {
  const { data: item, error, isFetching, refetch } = useQuery(contentItem(id));
  if (error) return <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
  if (!item) return <Skeleton className="aspect-video w-full max-w-2xl" />;
  return (
    <div className="flex max-w-2xl flex-col gap-3">
      {item.type === "image" && <ImageSet item={item} onLoaded={() => undefined} />}
      {item.type === "video" && item.video_content.hls !== null && (
        <LazyPlayer
          contentId={id}
          hls={item.video_content.hls}
          poster={item.thumbnail}
          storyboard={item.video_content.storyboard}
          captions={item.captions}
          title={item.title}
          lengthS={item.length}
          startAtS={0}
          isGrowing={item.state === "processing"}
          isTheatre={false}
          onTheatre={null}
          // What staff look at is no view.
          onWatched={() => undefined}
          onRetry={() => void refetch()}
          onGone={async () => (await refetch()).data?.video_content.hls !== null}
        />
      )}
      {item.description !== "" && (
        <p className="text-sm break-words whitespace-pre-line text-muted">{item.description}</p>
      )}
      {item.type === "document" && (
        <LinkButton variant="secondary" size="sm" className="self-start" href={contentHref("document", id)}>
          Read it
        </LinkButton>
      )}
    </div>
  );
}

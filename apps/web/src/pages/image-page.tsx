import type { ContentItem } from "@app/contract/contents";
import { contentHref, decodeId } from "@app/contract/paths";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { CommentsBelow } from "#features/comments/comments-below.tsx";
import { ImageSet } from "#features/images/image-set.tsx";
import { ReactionBar } from "#features/reactions/reaction-bar.tsx";
import { ItemAbout, ProcessingNotice } from "#features/watch/item-about.tsx";
import { RelatedItems } from "#features/watch/related-items.tsx";
import { contentItem, isMissing, useCountStillView } from "#features/watch/watch.queries.ts";
import { WatchLayout, WatchSkeleton } from "#features/watch/watch-layout.tsx";
import { useLiveItem } from "#lib/live-queries.ts";
import { useTitle } from "#lib/use-title.ts";
import { LoadError } from "#ui/load-error.tsx";
import { ItemChannel } from "./item-channel.tsx";

export function ImagePage() {
  const { id } = useParams({ from: "/image/$id" });
  const contentId = decodeId(id);
  if (contentId === "") return <Navigate to="/404" replace />;
  // The key resets all state for another item.
  return <ImageOf key={contentId} id={contentId} />;
}

function ImageOf({ id }: { id: string }) {
  useLiveItem(id);
  const item = useQuery(contentItem(id));
  useTitle(item.data?.title ?? (item.isError ? "Images" : null));
  if (item.isPending) return <WatchSkeleton what="images" />;
  if (isMissing(item.error)) return <Navigate to="/404" replace />;
  if (!item.data)
    return (
      <>
        <h1 className="sr-only">Images</h1>
        <LoadError error={item.error} isRetrying={item.isFetching} onRetry={() => void item.refetch()} />
      </>
    );
  if (item.data.type !== "image") return <Navigate to="." href={contentHref(item.data.type, id) ?? "/404"} replace />;
  return <Images item={item.data} />;
}

function Images({ item }: { item: ContentItem }) {
  useCountStillView(item.id, item.state === "ready");
  return (
    <WatchLayout
      player={<ImageSet item={item} />}
      about={
        <div className="flex flex-col gap-5">
          <ProcessingNotice item={item} />
          <ItemAbout item={item} channelCard={<ItemChannel item={item} />} reactions={<ReactionBar item={item} />} />
        </div>
      }
      comments={<CommentsBelow item={item} />}
      related={<RelatedItems type="image" id={item.id} />}
    />
  );
}

import type { ContentItem } from "@app/contract/contents";
import { contentHref, decodeId } from "@app/contract/paths";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useLoaderData, useParams } from "@tanstack/react-router";
import { CommentsBelow } from "#features/comments/comments-below.tsx";
import { ImageSet, LARGE_SIZES } from "#features/images/image-set.tsx";
import { preloadPicture } from "#features/images/picture.tsx";
import { ReactionBar, ReactionSkeleton } from "#features/reactions/reaction-bar.tsx";
import { ChannelCard, ItemAbout, ItemNotices } from "#features/watch/item-about.tsx";
import { RelatedItems, useRestOfPage } from "#features/watch/related-items.tsx";
import { useCountStillView } from "#features/watch/watch.queries.ts";
import { WatchLayout, WatchSkeleton } from "#features/watch/watch-layout.tsx";
import { isUnknownId } from "#lib/api-error.ts";
import { useLiveItem } from "#lib/live-queries.ts";
import { contentItem, fetchItem } from "#lib/queries.ts";
import { useTitle } from "#lib/use-title.ts";
import { LoadError } from "#ui/load-error.tsx";
import { ItemChannel, WithSlots } from "./item-parts.tsx";

/**
 * Loads the item, also on hover, and begins to load its first picture.
 * @returns null if it failed to load: the page requests it again and shows the error
 */
export async function loadImages({ params }: { params: { id: string } }): Promise<ContentItem | null> {
  const id = decodeId(params.id);
  const item = id === "" ? null : await fetchItem(id).catch(() => null);
  if (item?.images[0]) preloadPicture(item.images[0], LARGE_SIZES);
  return item;
}

export function ImagePage() {
  const { id } = useParams({ from: "/image/$id" });
  const loaded = useLoaderData({ from: "/image/$id" });
  const contentId = decodeId(id);
  if (contentId === "") return <Navigate to="/404" replace />;
  // The key resets all state for another item.
  return <ImageOf key={contentId} id={contentId} loaded={loaded} />;
}

function ImageOf({ id, loaded }: { id: string; loaded: ContentItem | null }) {
  useLiveItem(id);
  const item = useQuery({ ...contentItem(id), ...(loaded && { initialData: loaded }) });
  useTitle(item.data?.title ?? (item.isError ? "Images" : null));
  if (item.isPending) return <WatchSkeleton what="images" />;
  if (isUnknownId(item.error)) return <Navigate to="/404" replace />;
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
  const rest = useRestOfPage(item.state === "ready");
  return (
    <WatchLayout
      player={<ImageSet item={item} onLoaded={rest.show} />}
      about={
        <div className="flex flex-col gap-5">
          <ItemNotices item={item} />
          <ItemAbout
            item={item}
            channelCard={
              rest.isShown ? (
                <ItemChannel item={item} />
              ) : (
                <ChannelCard channel={item.channel} followers={item.channel.subscriber_count} followButton={null} />
              )
            }
            reactions={rest.isShown ? <ReactionBar item={item} /> : <ReactionSkeleton />}
          />
        </div>
      }
      comments={rest.isShown && <CommentsBelow item={item} />}
      related={
        rest.isShown && (
          <WithSlots>
            <RelatedItems type="image" id={item.id} />
          </WithSlots>
        )
      }
    />
  );
}

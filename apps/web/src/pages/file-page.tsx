import type { ContentItem } from "@app/contract/contents";
import { contentHref, decodeId } from "@app/contract/paths";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Navigate, useLoaderData, useParams, useSearch } from "@tanstack/react-router";
import { useDeferredValue, useRef } from "react";
import { CommentsBelow } from "#features/comments/comments-below.tsx";
import { preloadPage } from "#features/document-viewer/document-page.tsx";
import { DocumentViewer } from "#features/document-viewer/document-viewer.tsx";
import { ReactionBar, ReactionSkeleton } from "#features/reactions/reaction-bar.tsx";
import { ChannelCard, ItemAbout, ItemNotices, ItemPlaceholder } from "#features/watch/item-about.tsx";
import { RelatedItems, useRestOfPage } from "#features/watch/related-items.tsx";
import { useCountStillView } from "#features/watch/watch.queries.ts";
import { WatchLayout, WatchSkeleton } from "#features/watch/watch-layout.tsx";
import { isUnknownId } from "#lib/api-error.ts";
import { useItemLive } from "#lib/live.ts";
import { contentItem, fetchItem } from "#lib/queries.ts";
import { useTitle } from "#lib/use-title.ts";
import { LoadError } from "#ui/load-error.tsx";
import { ItemChannel, WithSlots } from "./item-parts.tsx";

type Navigation = { params: { id: string }; location: { search: { page?: string } } };

/**
 * Loads the item, also on hover, and begins to load the picture of its first page.
 * @returns null if it failed to load: the page requests it again and shows the error
 */
export async function loadFile({ params, location }: Navigation): Promise<ContentItem | null> {
  const id = decodeId(params.id);
  const item = id === "" ? null : await fetchItem(id).catch(() => null);
  if (item?.document) {
    const page = item.document.pages[toPage(location.search.page, item.document.page_count) - 1];
    if (page) preloadPage(page);
  }
  return item;
}

export function FilePage() {
  const { id } = useParams({ from: "/file/$id" });
  const loaded = useLoaderData({ from: "/file/$id" });
  const contentId = decodeId(id);
  if (contentId === "") return <Navigate to="/404" replace />;
  // The key resets all state for another document.
  return <FileOf key={contentId} id={contentId} loaded={loaded} />;
}

function FileOf({ id, loaded }: { id: string; loaded: ContentItem | null }) {
  const cache = useQueryClient();
  // Also of a finished document: its file may have been replaced. A video plays on from the old one, but the words of a
  // document belong to the new one.
  useItemLive(id, "processing.changed", () => void cache.invalidateQueries(contentItem(id)));
  const item = useQuery({ ...contentItem(id), ...(loaded && { initialData: loaded }) });
  useTitle(item.data?.title ?? (item.isError ? "Document" : null));

  if (item.isPending) return <WatchSkeleton what="document" />;
  if (isUnknownId(item.error)) return <Navigate to="/404" replace />;
  if (!item.data)
    return (
      <>
        <h1 className="sr-only">Document</h1>
        <LoadError error={item.error} isRetrying={item.isFetching} onRetry={() => void item.refetch()} />
      </>
    );
  if (item.data.type !== "document")
    return <Navigate to="." href={contentHref(item.data.type, id) ?? "/404"} replace />;
  return <File item={item.data} />;
}

function File({ item }: { item: ContentItem }) {
  const { page, search = "" } = useSearch({ from: "__root__" });
  useCountStillView(item.id, item.document !== null);
  const rest = useRestOfPage(item.document !== null);
  const pageNow = useRef(1);
  // The document is rendered first: a click on its card shows it a frame earlier.
  const isAboutRendered = useDeferredValue(true, false);
  return (
    <WatchLayout
      player={
        item.document === null ? (
          <ItemPlaceholder item={item} />
        ) : (
          <DocumentViewer
            contentId={item.id}
            title={item.title}
            document={item.document}
            startPage={toPage(page, item.document.page_count)}
            startQuery={search}
            onShown={rest.show}
            onPage={(number) => {
              pageNow.current = number;
            }}
            isRestLoaded={rest.isShown}
          />
        )
      }
      about={
        isAboutRendered && (
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
              reactions={
                rest.isShown ? (
                  <ReactionBar item={item} place={() => ({ page: pageNow.current })} />
                ) : (
                  <ReactionSkeleton />
                )
              }
            />
          </div>
        )
      }
      comments={rest.isShown && <CommentsBelow item={item} />}
      related={
        rest.isShown && (
          <WithSlots>
            <RelatedItems type="document" id={item.id} />
          </WithSlots>
        )
      }
    />
  );
}

/** Reads a page such as `?page=7`; 1 for anything else. */
function toPage(page: string | undefined, pageCount: number): number {
  const number = Number(page);
  return Number.isInteger(number) && number >= 1 ? Math.min(number, pageCount) : 1;
}

import type { ContentItem } from "@app/contract/contents";
import { decodeId } from "@app/contract/paths";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { allNotes, FilmSheet } from "#features/film-room/film-sheet.tsx";
import { StoryboardFrame, useStoryboard } from "#features/player/storyboard.tsx";
import { isUnknownId } from "#lib/api-error.ts";
import { contentItem } from "#lib/queries.ts";
import { useTitle } from "#lib/use-title.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** The user's film notes on a video, to print. */
export function FilmSheetPage() {
  const { id } = useParams({ from: "/film-sheet/$id" });
  const contentId = decodeId(id);
  const item = useQuery({ ...contentItem(contentId), enabled: contentId !== "" });
  const notes = useQuery({ ...allNotes(contentId), enabled: contentId !== "" });
  const tiles = useStoryboard(item.data?.video_content.storyboard ?? null, true);
  useTitle(item.data ? `Film notes: ${item.data.title}` : "Film notes");
  const isOther = item.data !== undefined && item.data.type !== "video";
  if (contentId === "" || isUnknownId(item.error) || isOther) return <Navigate to="/404" replace />;

  const failed = [item, notes].find(({ isError }) => isError);
  return (
    <div className="column max-w-4xl py-10 print:max-w-none print:py-0">
      {failed ? (
        <LoadError error={failed.error} isRetrying={failed.isFetching} onRetry={() => void failed.refetch()} />
      ) : item.data && notes.data ? (
        <FilmSheet
          item={item.data}
          notes={notes.data}
          aspect={aspectOf(item.data)}
          frameAt={(ms) => <StoryboardFrame tiles={tiles} atS={ms / 1_000} />}
        />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </div>
  );
}

function aspectOf({ video_content: { width_px, height_px } }: ContentItem): number {
  return width_px && height_px ? width_px / height_px : 16 / 9;
}

import type { ContentItem } from "@app/contract/contents";
import type { FilmNote } from "@app/contract/film-notes";
import { decodeId } from "@app/contract/paths";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { allNotes, FilmSheet } from "#features/film-room/film-sheet.tsx";
import { StoryboardFrame, useStoryboard } from "#features/player/storyboard.tsx";
import { useFrames } from "#features/player/use-frames.ts";
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
  useTitle(item.data ? `Film notes: ${item.data.title}` : "Film notes");
  const isOther = item.data !== undefined && item.data.type !== "video";
  if (contentId === "" || isUnknownId(item.error) || isOther) return <Navigate to="/404" replace />;

  const failed = [item, notes].find(({ isError }) => isError);
  return (
    <div className="column max-w-4xl py-10 print:max-w-none print:py-0">
      {failed ? (
        <LoadError error={failed.error} isRetrying={failed.isFetching} onRetry={() => void failed.refetch()} />
      ) : item.data && notes.data ? (
        <SheetWithFrames
          item={item.data}
          notes={notes.data}
          refetchHls={async () => (await item.refetch()).data?.video_content.hls ?? null}
        />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </div>
  );
}

type SheetProps = { item: ContentItem; notes: readonly FilmNote[]; refetchHls: () => Promise<string | null> };

/** Each note with the very frame that it starts at: a drawing over another one would point at the wrong thing. */
function SheetWithFrames({ item, notes, refetchHls }: SheetProps) {
  const [hls, setHls] = useState(item.video_content.hls);
  const tiles = useStoryboard(item.video_content.storyboard, true);
  const { pictures, hasFailed } = useFrames(
    {
      contentId: item.id,
      hls,
      onGone: async () => {
        const fresh = await refetchHls();
        setHls(fresh);
        return fresh !== null && fresh !== hls;
      },
    },
    notes.map(({ from_ms }) => from_ms),
  );
  return (
    <FilmSheet
      item={item}
      notes={notes}
      aspect={aspectOf(item)}
      missingFrames={hasFailed ? 0 : new Set(notes.map(({ from_ms }) => from_ms)).size - pictures.size}
      frameOf={({ from_ms, drawing }) => {
        const picture = pictures.get(from_ms);
        if (picture !== undefined)
          return <img src={picture} alt="" className="absolute inset-0 size-full object-cover" />;
        // The storyboard has a frame nearby, not this one.
        return drawing.length === 0 && <StoryboardFrame tiles={tiles} atS={from_ms / 1_000} />;
      }}
    />
  );
}

function aspectOf({ video_content: { width_px, height_px } }: ContentItem): number {
  return width_px && height_px ? width_px / height_px : 16 / 9;
}

import type { ContentItem } from "@app/contract/contents";
import { decodeId } from "@app/contract/paths";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { findUnsavedLanguage } from "#features/captions/captions-draft.ts";
import { CaptionsEditor } from "#features/captions/captions-editor.tsx";
import { CaptionsPanel } from "#features/captions/captions-panel.tsx";
import { captionedItem } from "#features/captions/own-captions.queries.ts";
import { LazyPlayer, useStream } from "#features/player/lazy-player.tsx";
import type { PlayerHandle } from "#features/player/player.tsx";
import { isUnknownId } from "#lib/api-error.ts";
import { useLiveItem } from "#lib/live-queries.ts";
import { createPlayClock } from "#lib/play-clock.ts";
import { useTitle } from "#lib/use-title.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { EditHeader } from "./edit-header.tsx";

/** For the owner and staff; the server decides, and everybody else gets the page's 404. */
export function EditCaptionsPage() {
  const id = decodeId(useParams({ from: "/edit-video/$id/captions" }).id);
  const item = useQuery(captionedItem(id));
  useLiveItem(id);
  useTitle(item.data ? `Captions of ${item.data.title}` : "Captions");
  if (id === "" || isUnknownId(item.error) || (item.data && !isEditableVideo(item.data)))
    return <Navigate to="/404" replace />;
  return (
    <div className="column flex flex-col gap-6 py-8">
      <EditHeader heading="Captions" title={item.data?.title} id={id} />
      {item.isPending && <Skeleton className="h-64 w-full rounded-media" />}
      {item.isError && (
        <LoadError error={item.error} isRetrying={item.isFetching} onRetry={() => void item.refetch()} />
      )}
      {item.data && <Captions item={item.data} refetch={async () => (await item.refetch()).data ?? null} />}
    </div>
  );
}

function isEditableVideo({ can, type }: ContentItem): boolean {
  return can.edit && type === "video";
}

type CaptionsProps = { item: ContentItem; refetch: () => Promise<ContentItem | null> };

/** The languages; and, once one is edited, the player beside its cues. */
function Captions({ item, refetch }: CaptionsProps) {
  const [edited, setEdited] = useState(() => findUnsavedLanguage(item.id));
  const [clock] = useState(createPlayClock);
  const player = useRef<PlayerHandle>(null);
  const { stream, renewUrl } = useStream(item, refetch);
  return (
    <>
      <CaptionsPanel id={item.id} tracks={item.captions} edited={edited} onEdit={setEdited} />
      {edited !== null && (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          {stream.hls === null && item.state === "processing" && (
            <p role="status" className="text-muted">
              The player appears once the first seconds are ready.
            </p>
          )}
          {stream.hls !== null && (
            <div className="z-20 max-sm:top-16 max-sm:-mx-4 not-short:max-sm:sticky lg:sticky lg:top-20">
              <LazyPlayer
                ref={player}
                contentId={item.id}
                hls={stream.hls}
                poster={item.video_content.poster}
                storyboard={stream.storyboard ?? item.video_content.storyboard}
                title={item.title}
                lengthS={item.length}
                fromS={stream.fromS}
                isGrowing={item.state === "processing"}
                isTheater={false}
                onTheater={null}
                onWatched={() => undefined}
                onTime={clock.set}
                onRetry={() => void renewUrl()}
                onGone={renewUrl}
              />
            </div>
          )}
          <CaptionsEditor
            key={edited}
            id={item.id}
            language={edited}
            track={item.captions.find(({ language }) => language === edited) ?? null}
            fromS={item.trim_from_s}
            lengthS={item.length}
            clock={clock}
            onSeek={(atS) => player.current?.play(atS)}
          />
        </div>
      )}
    </>
  );
}

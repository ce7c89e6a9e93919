import type { ContentItem } from "@app/contract/contents";
import type { Trim } from "@app/contract/cuts";
import { contentHref, decodeId } from "@app/contract/paths";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { ClipForm, TrimPanel } from "#features/cuts/cut-forms.tsx";
import {
  type ChangeDraft,
  type CutDraft,
  changeDraft,
  cutDraft,
  fitDraft,
  isSamePart,
  partAsCut,
  useCutPart,
} from "#features/cuts/cut-part.ts";
import { PartFields, trimOf } from "#features/cuts/part-fields.tsx";
import { LazyPlayer } from "#features/player/lazy-player.tsx";
import type { PlayerHandle } from "#features/player/player.tsx";
import { editedItem } from "#features/upload/edit.queries.ts";
import { isUnknownId } from "#lib/api-error.ts";
import { readFormDraft, saveFormDraft } from "#lib/form-drafts.ts";
import { useItemLive } from "#lib/live.ts";
import { useLiveItem } from "#lib/live-queries.ts";
import { createPlayClock } from "#lib/play-clock.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { EditHeader } from "./edit-header.tsx";

/** For those who may edit the item; the server decides, and everybody else gets the page's 404. */
export function CutPage() {
  const id = decodeId(useParams({ from: "/edit-video/$id/cut" }).id);
  useLiveItem(id);
  const item = useQuery(editedItem(id));
  const trim = useQuery({ ...trimOf(id), enabled: item.data?.state === "ready" });
  useItemLive(id, "processing.changed", () => {
    // Another file may have taken its place. While it is being trimmed, it is refetched anyway.
    if (trim.data && trim.data.state !== "trimming") void trim.refetch();
  });
  useTitle(item.data ? `Trim ${item.data.title}` : "Trim and clips");
  if (id === "" || isUnknownId(item.error) || (item.data && item.data.type !== "video"))
    return <Navigate to="/404" replace />;
  return (
    <div className="column flex flex-col gap-6 py-8">
      <EditHeader heading="Trim and clips" title={item.data?.title} id={id} />
      <CutBody item={item} trim={trim} />
    </div>
  );
}

function CutBody({ item, trim }: { item: UseQueryResult<ContentItem>; trim: UseQueryResult<Trim> }) {
  const failed = [item, trim].find(({ isError }) => isError);
  const isReady = item.data?.state === "ready";
  const renewUrl = async () => (await trim.refetch()).data?.hls !== trim.data?.hls;
  return (
    <>
      {failed && (
        <LoadError error={failed.error} isRetrying={failed.isFetching} onRetry={() => void failed.refetch()} />
      )}
      {item.data && !isReady && <NotReady state={item.data.state} />}
      {!failed && !trim.data && (item.isPending || isReady) && (
        <Skeleton className="aspect-video w-full max-w-4xl rounded-media" />
      )}
      {item.data && trim.data && (
        // Another length is another file.
        <Cut key={trim.data.length_s} item={item.data} trim={trim.data} renewUrl={renewUrl} />
      )}
    </>
  );
}

function NotReady({ state }: Pick<ContentItem, "state">) {
  return (
    <p role="status">
      {state === "failed"
        ? "Processing failed. You can trim this once a retry has succeeded."
        : "This is still being processed. You can trim it once that is done."}
    </p>
  );
}

type CutProps = { item: ContentItem; trim: Trim; renewUrl: () => Promise<boolean> };

/** The whole video, the part that is chosen of it, and what can be done with it. */
function Cut({ item, trim, renewUrl }: CutProps) {
  const player = useRef<PlayerHandle>(null);
  const [clock] = useState(createPlayClock);
  const [hls] = useState(trim.hls);
  const [isRenewed, setRenewed] = useState(false);
  const [draft, change] = useCutDraft(item, trim);
  const cut = useCutPart(draft, trim.length_s, change);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-12">
      <div className="flex min-w-0 flex-col gap-6">
        <div className="max-sm:-mx-4">
          <LazyPlayer
            ref={player}
            contentId={`${item.id} whole`}
            hls={isRenewed ? trim.hls : hls}
            poster={item.video_content.poster}
            storyboard={null}
            title={item.title}
            lengthS={trim.length_s}
            isGrowing={false}
            isTheater={false}
            onTheater={null}
            onWatched={() => undefined}
            onTime={clock.set}
            onRetry={() => setRenewed(true)}
            onGone={async () => {
              setRenewed(true);
              return renewUrl();
            }}
          />
        </div>
        <PartFields cut={cut} lengthS={trim.length_s} clock={clock} onShow={(atS) => player.current?.show(atS)} />
      </div>
      <div className="flex min-w-0 flex-col gap-10">
        <TrimPanel
          id={item.id}
          trim={trim}
          cut={cut}
          hasOwnThumbnail={item.thumbnail !== null && !item.frames.includes(item.thumbnail)}
          onWhole={({ length_s }) => change({ from_s: 0, to_s: length_s })}
          onTrimmed={(wanted, done) => change((now) => partAsCut(now, wanted, done))}
        />
        {item.can.clip && (
          <ClipForm
            id={item.id}
            draft={draft}
            cut={cut}
            onDraft={change}
            renderMade={(clip) => <MadeClip key={clip.id} made={clip} />}
          />
        )}
      </div>
    </div>
  );
}

/** Follows a clip until it can be watched. */
function MadeClip({ made }: { made: ContentItem }) {
  const { data: clip = made } = useQuery(editedItem(made.id));
  useLiveItem(made.id);
  return (
    <div role="status">
      <Notice
        tone={clip.state === "failed" ? "error" : "info"}
        title={`“${clip.title}” ${CLIP_STATES[clip.state]}`}
        action={
          <LinkButton variant="secondary" size="sm" href={contentHref("video", clip.id)}>
            View page
          </LinkButton>
        }
      >
        {clip.fault ?? "It appears in your Earner's Hub, where you can edit it and download it."}
      </Notice>
    </div>
  );
}

const CLIP_STATES: Record<ContentItem["state"], string> = {
  processing: "is being made.",
  ready: "is ready.",
  failed: "could not be made.",
};

/** What was chosen and typed stays on this device until the video shows it. */
function useCutDraft(item: ContentItem, trim: Trim): [CutDraft, ChangeDraft] {
  const name = `cut.${item.id}`;
  const [draft, setDraft] = useState<CutDraft>(() => {
    const empty: CutDraft = { from_s: trim.from_s, to_s: trim.to_s, title: "", visibility: item.visibility };
    return fitDraft(readFormDraft(name, cutDraft) ?? empty, trim);
  });
  const isChanged = !isSamePart(draft, trim) || draft.title !== "";
  useEffect(() => saveFormDraft(name, isChanged ? draft : null), [name, draft, isChanged]);
  return [draft, (change) => setDraft((before) => changeDraft(before, change))];
}

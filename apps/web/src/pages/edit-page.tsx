import type { ContentItem } from "@app/contract/contents";
import { captionsHref, contentHref, cutHref, decodeId } from "@app/contract/paths";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useParams } from "@tanstack/react-router";
import { Captions, ExternalLink, Scissors, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { ItemCommentSettings } from "#features/comments/item-comment-settings.tsx";
import { AddImages } from "#features/upload/add-images.tsx";
import { editedItem, useDeleteItem, useRetryItem } from "#features/upload/edit.queries.ts";
import { EditForm } from "#features/upload/edit-form.tsx";
import { FilePanel } from "#features/upload/file-panel.tsx";
import { useRoleAllows, useRunsChannel } from "#lib/acting-channel.ts";
import { isUnknownId } from "#lib/api-error.ts";
import { lazyDialog } from "#lib/lazy-with-preload.tsx";
import { useLiveItem } from "#lib/live-queries.ts";
import { useTitle } from "#lib/use-title.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const { Component: FrameDialog } = lazyDialog(
  async () => (await import("#features/player/frame-dialog.tsx")).FrameDialog,
);

const TYPE_WORDS = { video: "video", image: "images", document: "document" } as const;

/** Everything an owner or staff can change about an item; a 404 for everybody else. */
export function EditPage() {
  const { id } = useParams({ from: "/edit-video/$id" });
  const contentId = decodeId(id);
  if (contentId === "") return <Navigate to="/404" replace />;
  return <EditOf key={contentId} id={contentId} />;
}

function EditOf({ id }: { id: string }) {
  useLiveItem(id);
  const item = useQuery(editedItem(id));
  useTitle(item.data ? `Edit ${item.data.title}` : "Edit");
  if (isUnknownId(item.error)) return <Navigate to="/404" replace />;
  return (
    <div className="column flex flex-col gap-8 py-8 sm:py-12">
      {item.data ? (
        <Edit item={item.data} />
      ) : (
        <>
          <h1 className="page-title">Edit</h1>
          {item.isPending ? (
            <Skeleton className="h-96 max-w-3xl rounded-media" />
          ) : (
            <LoadError error={item.error} isRetrying={item.isFetching} onRetry={() => void item.refetch()} />
          )}
        </>
      )}
    </div>
  );
}

function Edit({ item }: { item: ContentItem }) {
  const [isDeleted, setDeleted] = useState(false);
  const moderates = useRoleAllows(item.channel.id, "moderate");
  const { state, length, video_content: video } = item;
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="page-title">Edit {TYPE_WORDS[item.type]}</h1>
        <LinkButton variant="secondary" href={contentHref(item.type, item.id)}>
          <ExternalLink aria-hidden size={18} />
          View page
        </LinkButton>
      </header>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12">
        <div className="flex min-w-0 flex-col gap-8">
          <StateNotice item={item} />
          <EditForm
            item={item}
            isDeleted={isDeleted}
            renderFrames={
              // Of a video that is still being processed, only the beginning is there.
              state === "ready" && video.hls !== null && length !== null
                ? (dialog) => <Frames {...dialog} id={item.id} hls={video.hls ?? ""} lengthS={length} />
                : undefined
            }
          />
          {item.can.add_images && <AddImages item={item} isDeleted={isDeleted} />}
        </div>
        <div className="flex min-w-0 flex-col gap-8 border-t border-line pt-6 lg:border-t-0 lg:pt-0">
          <FilePanel item={item} isDeleted={isDeleted} />
          {item.type === "video" && <CaptionsSection id={item.id} />}
          {item.type === "video" && <CutSection id={item.id} />}
          {item.comments_open && moderates && (
            <section aria-labelledby="comments-heading" className="flex flex-col gap-3">
              <h2 id="comments-heading" className="title text-2xl">
                Comments
              </h2>
              <ItemCommentSettings id={item.id} />
            </section>
          )}
          <DeleteSection item={item} isDeleted={isDeleted} onDeleted={() => setDeleted(true)} />
        </div>
      </div>
    </>
  );
}

type FramesProps = {
  id: string;
  hls: string;
  lengthS: number;
  onClose: () => void;
  onChoose: (frame: File) => Promise<void>;
};

function Frames({ id, ...dialog }: FramesProps) {
  const { refetch } = useQuery(editedItem(id));
  return (
    <FrameDialog
      {...dialog}
      contentId={id}
      onGone={async () => (await refetch()).data?.video_content.hls !== dialog.hls}
    />
  );
}

function StateNotice({ item }: { item: ContentItem }) {
  return (
    <>
      <ProcessingNotice item={item} />
      {item.state === "ready" && item.is_hidden && (
        <Notice tone="warning">This is hidden. Only you and our team can see it.</Notice>
      )}
    </>
  );
}

function ProcessingNotice({ item }: { item: ContentItem }) {
  const retry = useRetryItem(item.id);
  if (item.state === "failed" || item.can.retry)
    return (
      <Notice
        tone={item.state === "failed" ? "error" : "warning"}
        title={item.state === "failed" ? "Processing failed." : "A part of this video could not be made."}
        action={
          item.can.retry && (
            <Button variant="secondary" size="sm" busy={retry.isPending} onClick={() => retry.mutate()}>
              Retry
            </Button>
          )
        }
      >
        {item.fault ?? "Something went wrong."}
      </Notice>
    );
  if (item.state === "processing")
    return (
      <Notice title="This is still being processed…">
        You can edit it meanwhile.
        {item.progress !== null && (
          <div className="mt-2 max-w-md">
            <ProgressBar label="Processing" percent={item.progress} />
          </div>
        )}
      </Notice>
    );
  return null;
}

function CaptionsSection({ id }: { id: string }) {
  return (
    <section aria-labelledby="captions-heading" className="flex flex-col items-start gap-3">
      <h2 id="captions-heading" className="title text-2xl">
        Captions
      </h2>
      <LinkButton variant="secondary" href={captionsHref(id)}>
        <Captions aria-hidden size={18} />
        Edit captions
      </LinkButton>
    </section>
  );
}

function CutSection({ id }: { id: string }) {
  return (
    <section aria-labelledby="cut-heading" className="flex flex-col items-start gap-3">
      <h2 id="cut-heading" className="title text-2xl">
        Trim and clips
      </h2>
      <LinkButton variant="secondary" href={cutHref(id)}>
        <Scissors aria-hidden size={18} />
        Trim or make a clip
      </LinkButton>
    </section>
  );
}

type DeleteSectionProps = { item: ContentItem; isDeleted: boolean; onDeleted: () => void };

function DeleteSection({ item, isDeleted, onDeleted }: DeleteSectionProps) {
  const hasHub = useRunsChannel(item.channel.id);
  const remove = useDeleteItem(item.id);
  const navigate = useNavigate();
  useEffect(() => {
    // After all parts have learned of it, so that none asks about unsaved changes or uploads.
    if (isDeleted) void navigate({ to: hasHub ? "/creator-view" : "/explore" });
  }, [isDeleted, hasHub, navigate]);
  return (
    <section aria-labelledby="delete-heading" className="flex flex-col items-start gap-3">
      <h2 id="delete-heading" className="title text-2xl">
        Delete
      </h2>
      <p className="text-muted">Nobody will be able to open it. You can undo this for ten seconds.</p>
      <Button
        variant="danger"
        busy={remove.isPending || isDeleted}
        onClick={() => remove.mutate(undefined, { onSuccess: onDeleted })}
      >
        <Trash2 aria-hidden size={18} />
        Delete
      </Button>
    </section>
  );
}

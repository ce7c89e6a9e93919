import type { ContentItem } from "@app/contract/contents";
import { messageOf } from "#lib/api-error.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { useRetryProcessing } from "./watch.queries.ts";

/** How far an item is processed, and what of its file was lost; its owner alone sees the percentage and the loss. */
export function ProcessingNotice({ item }: { item: ContentItem }) {
  if (item.state === "failed") return <FailedNotice item={item} />;
  return (
    <>
      {item.state === "processing" && <UnderWayNotice item={item} />}
      {item.warning && (
        <Notice tone="warning" title="A part of this video was lost.">
          {item.warning}
        </Notice>
      )}
    </>
  );
}

function UnderWayNotice({ item }: { item: ContentItem }) {
  return (
    <Notice title="This video is still being processed…">
      {item.video_content.hls === null
        ? "It starts here by itself as soon as its first seconds exist."
        : "You can watch what is there already; the rest follows while it plays."}
      {item.progress !== null && (
        <div className="mt-2 flex max-w-md items-center gap-3">
          <div className="grow">
            <ProgressBar label="Processing" percent={item.progress} />
          </div>
          <span className="score text-base">{item.progress} %</span>
        </div>
      )}
    </Notice>
  );
}

function FailedNotice({ item }: { item: ContentItem }) {
  const retry = useRetryProcessing(item.id);
  return (
    <Notice
      tone="error"
      title="This video could not be processed."
      action={
        item.can.retry && (
          <Button variant="secondary" size="sm" busy={retry.isPending} onClick={() => retry.mutate()}>
            Retry
          </Button>
        )
      }
    >
      {item.fault ?? "Its owner has been told."}
      {retry.isError && <p className="mt-1 text-error">{messageOf(retry.error)}</p>}
    </Notice>
  );
}

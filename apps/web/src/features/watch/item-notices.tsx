import type { ContentItem } from "@app/contract/contents";
import { messageOf } from "#lib/api-error.ts";
import { useUser } from "#lib/session.ts";
import { TYPE_WORDS } from "#lib/type-titles.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { useRetryProcessing } from "./watch.queries.ts";

/**
 * Hidden, processing progress, failure, and damage to the file. Only the owner gets the percentage and the
 * damage.
 */
export function ItemNotices({ item }: { item: ContentItem }) {
  return (
    <>
      {item.is_hidden && <HiddenNotice item={item} />}
      {item.state === "failed" && <FailedNotice item={item} />}
      {item.state === "processing" && <ProgressNotice item={item} />}
      {item.warning && (
        <Notice tone="warning" title={`There is a problem with this ${TYPE_WORDS[item.type].name}.`}>
          {item.warning}
        </Notice>
      )}
    </>
  );
}

function HiddenNotice({ item: { id, type } }: { item: ContentItem }) {
  const isStaff = useUser()?.can.administer ?? false;
  return (
    <Notice
      tone="warning"
      title={`This ${TYPE_WORDS[type].name} is hidden.`}
      action={
        isStaff && (
          <LinkButton variant="secondary" size="sm" href={`/admin/content?search=${id}`}>
            Open in the console
          </LinkButton>
        )
      }
    >
      Only its channel and our team can see it.
    </Notice>
  );
}

function ProgressNotice({ item }: { item: ContentItem }) {
  return (
    <Notice title={`This ${TYPE_WORDS[item.type].name} is still being processed…`}>
      {toProgressSentence(item)}
      {item.progress !== null && (
        <div className="mt-2 flex max-w-md items-center gap-3">
          <div className="grow">
            <ProgressBar label="Processing" percent={item.progress} />
          </div>
          <span className="score text-base">{item.progress}%</span>
        </div>
      )}
    </Notice>
  );
}

function toProgressSentence({ type, document, video_content }: ContentItem): string {
  if (type === "image") return "It appears here as soon as it is ready.";
  if (type === "document")
    return document === null
      ? "It opens automatically once the first pages are ready."
      : "You can start reading; the other pages follow.";
  return video_content.hls === null
    ? "It starts automatically once the first seconds are ready."
    : "You can start watching; the rest follows while it plays.";
}

function FailedNotice({ item }: { item: ContentItem }) {
  const retry = useRetryProcessing(item.id);
  return (
    <Notice
      tone="error"
      title={`This ${TYPE_WORDS[item.type].name} could not be processed.`}
      action={
        item.can.retry && (
          <Button variant="secondary" size="sm" busy={retry.isPending} onClick={() => retry.mutate()}>
            Retry
          </Button>
        )
      }
    >
      {item.fault ?? "Its owner has been notified."}
      {retry.isError && <p className="mt-1 text-error">{messageOf(retry.error)}</p>}
    </Notice>
  );
}

import type { ContentItem } from "@app/contract/contents";
import {
  CalendarClock,
  CircleAlert,
  CircleCheck,
  EyeOff,
  Globe,
  Hourglass,
  Link2,
  Lock,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { momentInWords } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";

type StateProps = {
  item: ContentItem;
  isRetrying: boolean;
  onRetry: () => void;
};

/** How far the item is: with its progress, or with the reason why it failed, in part or as a whole, and Retry. */
export function HubState({ item, isRetrying, onRetry }: StateProps) {
  const isPartlyFailed = item.state === "ready" && item.fault !== null;
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5 text-sm">
      {item.is_hidden && <Mark icon={EyeOff}>Hidden</Mark>}
      {item.state === "ready" && !isPartlyFailed && <Mark icon={CircleCheck}>Ready</Mark>}
      {item.state === "processing" && (
        <>
          <Mark icon={Hourglass}>Processing {item.progress ?? 0}%</Mark>
          <div className="w-full max-w-40">
            <ProgressBar label={`Processing ${item.title}`} percent={item.progress} />
          </div>
        </>
      )}
      {(item.state === "failed" || isPartlyFailed) && <Failure item={item} isRetrying={isRetrying} onRetry={onRetry} />}
    </div>
  );
}

function Failure({ item, isRetrying, onRetry }: StateProps) {
  return (
    <>
      <Mark icon={CircleAlert} tone="text-error">
        {item.state === "ready" ? "Something is missing" : "Failed"}
      </Mark>
      <p className="max-w-64 break-words text-muted">{item.fault ?? "Something went wrong."}</p>
      {item.can.retry && (
        <Button variant="secondary" size="sm" busy={isRetrying} aria-label={`Retry ${item.title}`} onClick={onRetry}>
          Retry
        </Button>
      )}
    </>
  );
}

const AUDIENCE = {
  public: { icon: Globe, label: "Public" },
  unlisted: { icon: Link2, label: "Unlisted" },
  private: { icon: Lock, label: "Private" },
} as const;

export function HubVisibility({ item }: { item: Pick<ContentItem, "visibility" | "publish_at"> }) {
  if (item.publish_at !== null)
    return (
      <div className="flex flex-col gap-1 text-sm">
        <Mark icon={CalendarClock}>Scheduled</Mark>
        <time dateTime={item.publish_at} className="text-muted">
          {momentInWords(item.publish_at)}
        </time>
      </div>
    );
  const { icon, label } = AUDIENCE[item.visibility];
  return <Mark icon={icon}>{label}</Mark>;
}

function Mark({ icon: Icon, tone, children }: { icon: LucideIcon; tone?: string; children: ReactNode }) {
  return (
    <span className={`flex items-center gap-1.5 text-sm font-semibold ${tone ?? ""}`}>
      <Icon aria-hidden size={16} className="shrink-0" />
      {children}
    </span>
  );
}

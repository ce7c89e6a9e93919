import type { AnalyticsItem, ChannelAnalytics } from "@app/contract/analytics";
import type { ContentType } from "@app/contract/contents";
import { MESSAGES } from "@app/contract/errors";
import type { ViewSource } from "@app/contract/views";
import { NumberTable } from "#ui/number-table.tsx";
import { watchTime } from "./metrics.ts";

const SOURCE_LABELS: Record<ViewSource, string> = {
  explore: "Explore and categories",
  search: "Search",
  channel: "Your channel",
  following: "Following",
  related: "Watch next",
  direct: "Direct",
  outside: "Other websites",
};

export function SourceTable({ sources }: Pick<ChannelAnalytics, "sources">) {
  const total = sources.reduce((sum, { views }) => sum + views, 0);
  if (total === 0) return <p className="text-muted">{MESSAGES.noData}</p>;
  return (
    <NumberTable
      label="Sources of views"
      head={["Source", "Views", "Share"]}
      rows={sources.map(({ source, views }) => ({
        key: source,
        cells: [SOURCE_LABELS[source], views.toLocaleString("en"), `${Math.round((views / total) * 100)}%`],
      }))}
    />
  );
}

const TYPE_LABELS: Record<ContentType, string> = { video: "Video", image: "Image", document: "Document" };

type ItemTableProps = { items: readonly AnalyticsItem[]; onItem: (id: string) => void };

export function ItemTable({ items, onItem }: ItemTableProps) {
  if (items.length === 0) return <p className="text-muted">{MESSAGES.noData}</p>;
  return (
    <NumberTable
      label="Numbers by item"
      head={["Item", "Views", "Watch time", "Average watched", "Followers gained", "Likes"]}
      rows={items.map((item) => ({
        key: item.id,
        cells: [
          <button
            key="name"
            type="button"
            onClick={() => onItem(item.id)}
            className="flex min-h-9 w-56 flex-col items-start text-left hover:underline touch:min-h-11 sm:w-80"
          >
            <span className="w-full truncate font-semibold">{item.title}</span>
            <span className="text-xs text-muted">{TYPE_LABELS[item.type]}</span>
          </button>,
          item.views.toLocaleString("en"),
          item.type === "video" ? watchTime(item.watched_s) : "–",
          item.average_watched_s === null ? "–" : watchTime(item.average_watched_s),
          item.followers.toLocaleString("en"),
          item.likes.toLocaleString("en"),
        ],
      }))}
    />
  );
}

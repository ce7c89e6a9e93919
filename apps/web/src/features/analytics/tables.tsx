import type { AnalyticsItem, ChannelAnalytics } from "@app/contract/analytics";
import type { ContentType } from "@app/contract/contents";
import { MESSAGES } from "@app/contract/errors";
import type { ViewSource } from "@app/contract/views";
import type { ReactNode } from "react";
import { watchTime } from "./metrics.ts";

type NumberTableProps = {
  label: string;
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
};

/** The first column names the row, the others are numbers. Scrolls sideways on its own on narrow screens. */
export function NumberTable({ label, head, rows }: NumberTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="max-h-96 overflow-auto rounded-media border border-line">
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-raised text-muted">
          <tr>
            {head.map((title, at) => (
              <th
                key={title}
                scope="col"
                className={`px-3 py-2 font-semibold whitespace-nowrap ${at === 0 ? "text-left" : "text-right"}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...values] }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="px-3 py-2 text-left font-normal">
                {name}
              </th>
              {values.map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order
                <td key={at} className="score px-3 py-2 text-right text-base whitespace-nowrap">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

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
          watchTime(item.watched_s),
          item.average_watched_s === null ? "–" : watchTime(item.average_watched_s),
          item.followers.toLocaleString("en"),
          item.likes.toLocaleString("en"),
        ],
      }))}
    />
  );
}

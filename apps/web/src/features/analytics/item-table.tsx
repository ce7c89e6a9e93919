import { ANALYTICS_FILE_ITEMS_MAX, ANALYTICS_ITEMS_MAX, type AnalyticsItem } from "@app/contract/analytics";
import { MESSAGES } from "@app/contract/errors";
import { type CsvCell, exactly } from "@app/contract/formats";
import { useState } from "react";
import { call } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { downloadCsv } from "#lib/download.ts";
import { toast } from "#lib/toast.ts";
import { TYPE_NAMES } from "#lib/type-titles.ts";
import { NumberTable } from "#ui/number-table.tsx";
import { CsvButton } from "./csv-button.tsx";
import { watchTime } from "./part-times.ts";

type ItemTableProps = { items: readonly AnalyticsItem[]; onItem: (id: string) => void };

/** A table with a bar for the views of each item. */
export function ItemTable({ items, onItem }: ItemTableProps) {
  if (items.length === 0) return <p className="text-muted">{MESSAGES.noData}</p>;
  const mostViews = Math.max(1, ...items.map(({ views }) => views));
  return (
    <>
      {items.length >= ANALYTICS_ITEMS_MAX && (
        <p className="text-sm text-muted">
          The {ANALYTICS_ITEMS_MAX} items with the most views in this period. The CSV file holds all of them.
        </p>
      )}
      <NumberTable
        label="Analytics by item"
        isWhole
        head={["Item", "Views", "Watch time", "Average watch time", "Followers gained", "Likes"]}
        rows={items.map((item) => ({
          key: item.id,
          cells: [
            <button
              key="name"
              type="button"
              onClick={() => onItem(item.id)}
              className="flex min-h-9 w-40 flex-col items-start text-left hover:underline touch:min-h-11 sm:w-80 print:w-48"
            >
              <span className="w-full truncate font-semibold">{item.title}</span>
              <span className="text-xs text-muted">{item.is_clip ? "Clip" : TYPE_NAMES[item.type]}</span>
              <span aria-hidden className="mt-1 h-1.5 w-full rounded-full bg-lift">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${(item.views / mostViews) * 100}%` }}
                />
              </span>
            </button>,
            item.views.toLocaleString("en"),
            item.type === "video" ? watchTime(item.watched_s) : "–",
            item.average_watched_s === null ? "–" : watchTime(item.average_watched_s),
            item.followers.toLocaleString("en"),
            item.likes.toLocaleString("en"),
          ],
        }))}
      />
      <p className="text-sm text-muted">Followers gained on your channel's page are not counted for any item.</p>
    </>
  );
}

/** Downloads the numbers of all items, not only of those in the table. @param day the last one, for the file's name */
export function ItemsCsvButton({ days, day }: { days: number; day: string }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { items, is_complete } = await call("GET /analytics/items", { query: { days } });
      downloadCsv(`items-${day}.csv`, itemRows(items));
      if (!is_complete)
        toast.info(`The file holds the ${exactly(ANALYTICS_FILE_ITEMS_MAX)} items with the most views.`);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
  };
  return <CsvButton label="Download by item" isBusy={isBusy} onPress={() => void save()} />;
}

function itemRows(items: readonly AnalyticsItem[]): CsvCell[][] {
  return [
    ["Title", "Type", "Views", "Watch time in seconds", "Average watch time in seconds", "Followers gained", "Likes"],
    ...items.map((item) => [
      ...[item.title, item.is_clip ? "clip" : item.type, item.views, item.watched_s, item.average_watched_s],
      ...[item.followers, item.likes],
    ]),
  ];
}

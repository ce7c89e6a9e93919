import { CURVE_MIN_VIEWERS_OF_MINORS, type Retention } from "@app/contract/analytics";
import { useState } from "react";
import { downloadCsv } from "#lib/download.ts";
import { duration, plural } from "#lib/format.ts";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { Switch } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { NumberTable } from "#ui/number-table.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { CsvButton } from "./csv-button.tsx";
import { mergeParts, partTime } from "./part-times.ts";

const { Component: RetentionChart } = lazyWithPreload<{ retention: Retention }>(
  async () => (await withOfflineError(import("./charts.tsx"))).RetentionChart,
  () => <Skeleton className="size-full rounded-media" />,
  { Fallback: LoadError },
);

/** The share of viewers who reached each part of a video. */
export function RetentionFigures({ retention }: { retention: Retention }) {
  const [isTable, setTable] = useState(false);
  const { viewers, buckets, most_replayed: replayed } = retention;
  if (viewers === 0)
    return <p className="text-muted">Nobody has watched this yet. The curve appears with the first viewer.</p>;
  const [first] = buckets;
  const toRange = ({ from_s, to_s }: { from_s: number; to_s: number }) =>
    first ? `${partTime(from_s, first)}–${partTime(to_s, first)}` : "";
  const isCut = buckets.some(({ viewers: reached }) => reached === null);
  return (
    <div className="flex flex-col gap-4">
      <p>
        {viewers.toLocaleString("en")} {plural(viewers, "viewer")} since it was published, trimmed or replaced.
        {isCut &&
          ` Parts that fewer than ${CURVE_MIN_VIEWERS_OF_MINORS} people reached are not shown while the channel's owner is under 18.`}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Switch label="Show the curve as a table" checked={isTable} onChange={() => setTable(!isTable)} />
        <CsvButton label="Download the curve" onPress={() => downloadCsv("retention.csv", toRows(retention))} />
      </div>
      {isTable ? (
        <NumberTable
          label="Viewers of each part"
          head={["From", "Viewers", "Still watching", "Replays"]}
          rows={buckets.map(({ from_s, to_s, viewers: reached, share, replays }) => ({
            key: String(from_s),
            cells: [
              partTime(from_s, { from_s, to_s }),
              reached === null ? "–" : String(reached),
              share === null ? "–" : `${Math.round(share * 100)}%`,
              replays === null ? "–" : replays.toFixed(1),
            ],
          }))}
        />
      ) : (
        <div role="img" aria-label={inWords(retention)} className="h-72 w-full">
          <RetentionChart retention={retention} />
        </div>
      )}
      <p>
        <span className="font-semibold">Most replayed:</span>{" "}
        {replayed.length === 0 ? "nothing yet." : `${mergeParts(replayed).map(toRange).join(", ")}.`}
      </p>
    </div>
  );
}

/** For screen readers; the table has every part. */
function inWords({ buckets }: Retention): string {
  const marks = [0.25, 0.5, 0.75].map((share) => buckets[Math.floor(share * buckets.length)]);
  const parts = marks.flatMap((mark) =>
    mark && mark.share !== null
      ? [`${Math.round(mark.share * 100)}% are still watching at ${duration(mark.from_s)}`]
      : [],
  );
  return `The share of viewers over the length of the video. ${parts.join(", ")}.`;
}

function toRows({ buckets }: Retention) {
  return [
    ["From second", "To second", "Viewers", "Share", "Replays"],
    ...buckets.map(({ from_s, to_s, viewers, share, replays }) => [from_s, to_s, viewers, share, replays]),
  ];
}

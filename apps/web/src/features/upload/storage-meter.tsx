import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useId } from "react";
import { bytes } from "#lib/format.ts";
import { storageUse } from "./upload.queries.ts";

/** The bar turns red from here on. */
const NEARLY_FULL_PERCENT = 90;

/** How much of the plan's storage is used, and by what. Uploading does not wait for it. */
export function StorageMeter() {
  const headingId = useId();
  const { data } = useQuery(storageUse);
  if (!data) return null;
  const usedBytes = data.kept_bytes + data.open_bytes;
  const percent = Math.min(100, Math.round((usedBytes / data.limit_bytes) * 100));
  const words = `${bytes(usedBytes)} of ${bytes(data.limit_bytes)} used`;
  return (
    <section aria-labelledby={headingId} className="flex max-w-md flex-col gap-2">
      <h2 id={headingId} className="font-semibold">
        Your storage
      </h2>
      {/* biome-ignore lint/a11y/useSemanticElements: every browser draws a meter differently */}
      <div
        role="meter"
        aria-labelledby={headingId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={words}
        className="h-2 overflow-hidden rounded-full bg-lift"
      >
        <div
          className={clsx("h-full origin-left rounded-full", percent >= NEARLY_FULL_PERCENT ? "bg-error" : "bg-accent")}
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      </div>
      <p className="text-sm text-muted">
        {words}
        {data.open_bytes > 0 && `, including ${bytes(data.open_bytes)} of unfinished uploads`}
        {data.deleted_bytes > 0 && `. Deleted videos take up ${bytes(data.deleted_bytes)} more for up to 30 days`}
        {percent >= NEARLY_FULL_PERCENT && ". Delete videos or uploads you no longer need to make room"}.
      </p>
    </section>
  );
}

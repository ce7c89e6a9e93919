import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { FileText, Image, type LucideIcon, Video } from "lucide-react";
import { useId } from "react";
import { bytes } from "#lib/format.ts";
import { Link } from "#ui/link.tsx";
import { storageUse } from "./upload.queries.ts";

const KINDS: { href: string | null; name: string; hint: string; icon: LucideIcon }[] = [
  { href: "/upload-video", name: "Video", hint: "mp4, mov, webm or mkv, up to 4\u00a0GB", icon: Video },
  { href: "/upload-image", name: "Image", hint: "jpeg, jpg or png, up to 20\u00a0MB each", icon: Image },
  { href: "/upload-document", name: "Document", hint: "pdf, up to 50\u00a0MB", icon: FileText },
];

const TILE = "flex h-full items-center gap-4 rounded-media border p-5 sm:flex-col sm:items-start sm:p-8";

/** Step one of an upload: the type of content. */
export function UploadChooser() {
  return (
    <ul className="grid gap-4 sm:grid-cols-3 sm:gap-6">
      {KINDS.map(({ href, name, hint, icon: Icon }) => {
        const words = (
          <span className="flex flex-col gap-1">
            <span className="title text-2xl group-hover:underline">{name}</span>
            <span className="text-sm text-muted">{hint}</span>
          </span>
        );
        return (
          <li key={name}>
            {href === null ? (
              <div className={clsx(TILE, "border-line text-muted")}>
                <Icon aria-hidden size={40} className="stroke-[1.5] shrink-0" />
                {words}
              </div>
            ) : (
              <Link
                href={href}
                className={clsx(TILE, "group border-edge bg-raised transition-colors hover:border-accent")}
              >
                <Icon aria-hidden size={40} className="stroke-[1.5] shrink-0 text-accent" />
                {words}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

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
        {data.deleted_bytes > 0 && `. Deleted content takes up ${bytes(data.deleted_bytes)} more for up to 30 days`}
        {percent >= NEARLY_FULL_PERCENT && ". Delete content or uploads you no longer need to make room"}.
      </p>
    </section>
  );
}

import { editHref } from "@app/contract/paths";
import type { OpenUpload } from "@app/contract/uploads";
import { useQuery } from "@tanstack/react-query";
import { bytes } from "#lib/format.ts";
import { useShowAll } from "#lib/use-show-all.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";
import { DeleteUpload } from "./delete-upload.tsx";
import { openUploads } from "./upload.queries.ts";
import { sentPercent } from "./upload-state.ts";

/** Where each type is uploaded. */
const UPLOAD_PAGES = { video: "/upload-video", image: "/upload-image", document: "/upload-document" } as const;

/** How many are shown before "Show all": the hub is about what is published. */
const FIRST_ITEMS = 3;

/** What an upload waits for. */
function stateInWords({ offset_bytes, size_bytes, check, replaces }: OpenUpload): string {
  if (check?.ok === false) return "cannot be used";
  const percent = sentPercent({ sentBytes: offset_bytes, sizeBytes: size_bytes });
  if (percent < 100) return `${percent}% uploaded`;
  return replaces === null ? "not published yet" : "being processed";
}

/** Uploads that are not published yet, and new files of published items. They are continued where they began. */
export function UnfinishedUploads() {
  const { data: uploads = [] } = useQuery(openUploads);
  const { isAll, list, showAll } = useShowAll(FIRST_ITEMS);
  if (uploads.length === 0) return null;
  const shown = isAll ? uploads : uploads.slice(0, FIRST_ITEMS);
  return (
    <section
      aria-labelledby="unfinished"
      className="flex flex-col gap-3 rounded-media border border-line bg-raised p-4"
    >
      <h2 id="unfinished" tabIndex={-1} className="title text-xl">
        Unfinished uploads
      </h2>
      <ul ref={list} className="flex flex-col gap-3">
        {shown.map((open) => {
          const isRefused = open.check?.ok === false;
          return (
            <li key={open.id} className="flex flex-wrap items-center justify-between gap-3">
              <div className="flex min-w-0 flex-col gap-1 break-words">
                <p>
                  {open.file_name}{" "}
                  <span className="score text-muted">
                    {bytes(open.size_bytes)} · {open.replaces !== null && `a new file for a ${open.type} · `}
                    {stateInWords(open)}
                  </span>
                </p>
                {isRefused && <FieldError>{open.check?.message}</FieldError>}
              </div>
              <div className="flex flex-wrap gap-2">
                {!isRefused && (
                  <LinkButton
                    variant="secondary"
                    size="sm"
                    href={open.replaces === null ? UPLOAD_PAGES[open.type] : editHref(open.replaces)}
                  >
                    Continue <span className="sr-only">{open.file_name}</span>
                  </LinkButton>
                )}
                <DeleteUpload open={open} size="sm" />
              </div>
            </li>
          );
        })}
      </ul>
      {shown.length < uploads.length && (
        <Button variant="ghost" size="sm" className="self-start" onClick={showAll}>
          Show all {uploads.length}
        </Button>
      )}
    </section>
  );
}

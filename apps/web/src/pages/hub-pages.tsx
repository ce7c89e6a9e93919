import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { CloudUpload } from "lucide-react";
import { categoryList } from "#features/categories/categories.queries.ts";
import { HeldComments, HeldNotice } from "#features/comments/held-comments.tsx";
import { type HubQuery, readHubQuery, toHubParams } from "#features/hub/hub.queries.ts";
import { HubContent } from "#features/hub/hub-content.tsx";
import { openUploads } from "#features/upload/upload.queries.ts";
import { sentPercent } from "#features/upload/upload-state.ts";
import { useActingChannel } from "#lib/acting-channel.ts";
import { bytes } from "#lib/format.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { HubLinks } from "#ui/page-links.tsx";

/** Where each type is uploaded. */
const UPLOAD_PAGES = { video: "/upload-video", image: "/upload-image", document: "/upload-document" } as const;

/** Everything an earner has published or begun to upload. */
export function HubPage() {
  const query = readHubQuery(useSearch({ from: "__root__" }));
  const navigate = useNavigate();
  const categories = useQuery(categoryList());
  useTitle("Earner's Hub");
  // A new page is a step of its own in the history; a filter replaces the last one.
  const show = (next: HubQuery) =>
    void navigate({ to: ".", search: toHubParams(next), replace: next.page === query.page || next.page === 1 });
  return (
    <div className="column flex flex-col gap-6 py-8 sm:py-12">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="title text-4xl">Earner's Hub</h1>
        <HubLinks />
        <LinkButton href="/upload-content" variant="secondary">
          <CloudUpload aria-hidden size={18} />
          Upload
        </LinkButton>
      </header>
      {useActingChannel()?.role !== "uploader" && <HeldNotice />}
      <UnfinishedUploads />
      <HubContent query={query} categories={categories.data ?? []} onQuery={show} />
    </div>
  );
}

/** Uploads that are not published yet. They are continued where they began. */
function UnfinishedUploads() {
  const { data: uploads = [] } = useQuery(openUploads);
  if (uploads.length === 0) return null;
  return (
    <section
      aria-labelledby="unfinished"
      className="flex flex-col gap-3 rounded-media border border-line bg-raised p-4"
    >
      <h2 id="unfinished" className="title text-xl">
        Unfinished uploads
      </h2>
      <ul className="flex flex-col gap-3">
        {uploads.map((open) => {
          const percent = sentPercent({ sentBytes: open.offset_bytes, sizeBytes: open.size_bytes });
          const isRefused = open.check?.ok === false;
          return (
            <li key={open.id} className="flex flex-wrap items-center justify-between gap-3">
              <p className="min-w-0 break-words">
                {open.file_name}{" "}
                <span className="score text-muted">
                  {bytes(open.size_bytes)} ·{" "}
                  {isRefused ? "cannot be used" : percent < 100 ? `${percent} % sent` : "not published yet"}
                </span>
              </p>
              <LinkButton
                variant="secondary"
                size="sm"
                href={UPLOAD_PAGES[open.type]}
                aria-label={isRefused ? `See why ${open.file_name} cannot be used` : `Continue ${open.file_name}`}
              >
                {isRefused ? "See why" : "Continue"}
              </LinkButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Comments on the own channel that wait for approval. */
export function HeldCommentsPage() {
  useTitle("Comments");
  return (
    <div className="column flex flex-col gap-6 py-8 sm:py-12">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="title text-4xl">Comments</h1>
        <HubLinks />
      </header>
      <HeldComments />
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Upload } from "lucide-react";
import { HeldComments, HeldNotice } from "#features/comments/held-comments.tsx";
import { type HubQuery, readHubQuery, toHubParams } from "#features/hub/hub.queries.ts";
import { HubContent } from "#features/hub/hub-content.tsx";
import { UnfinishedUploads } from "#features/upload/unfinished-uploads.tsx";
import { useActingChannel } from "#lib/acting-channel.ts";
import { categoryList } from "#lib/queries.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { RetryHint } from "#ui/field.tsx";
import { HubLinks, RoleGate } from "#ui/page-links.tsx";

/** Everything an earner has published or begun to upload. */
export function HubPage() {
  const query = readHubQuery(useSearch({ from: "__root__" }));
  const navigate = useNavigate();
  const categories = useQuery(categoryList);
  useTitle("Earner's Hub");
  // A new page is a step of its own in the history; a filter replaces the last one.
  const show = (next: HubQuery) =>
    void navigate({ to: ".", search: toHubParams(next), replace: next.page === query.page || next.page === 1 });
  return (
    <div className="column flex flex-col gap-6 py-8 sm:py-12">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="page-title">Earner's Hub</h1>
        <LinkButton href="/upload-content" variant="secondary">
          <Upload aria-hidden size={18} />
          Upload
        </LinkButton>
        <HubLinks />
      </header>
      {useActingChannel()?.role !== "uploader" && <HeldNotice />}
      <UnfinishedUploads />
      <HubContent
        query={query}
        categories={categories.data ?? []}
        categoryHint={
          categories.isError && (
            <RetryHint onRetry={() => void categories.refetch()}>The categories could not be loaded.</RetryHint>
          )
        }
        onQuery={show}
      />
    </div>
  );
}

/** Comments on the own channel that wait for approval. */
export function HeldCommentsPage() {
  useTitle("Comments");
  return (
    <div className="column flex flex-col gap-6 py-8 sm:py-12">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="page-title">Comments</h1>
        <HubLinks />
      </header>
      <RoleGate permission="moderate">
        <HeldComments />
      </RoleGate>
    </div>
  );
}

import { HeldComments } from "#features/comments/held-comments.tsx";
import { useTitle } from "#lib/use-title.ts";
import { HubLinks } from "#ui/page-links.tsx";

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

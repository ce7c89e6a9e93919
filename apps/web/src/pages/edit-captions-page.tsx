import { contentHref, decodeId } from "@app/contract/paths";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { CaptionsPanel } from "#features/captions/captions-panel.tsx";
import { captionedItem } from "#features/captions/own-captions.queries.ts";
import { isMissing } from "#features/watch/watch.queries.ts";
import { useTitle } from "#lib/use-title.ts";
import { Link } from "#ui/link.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** For the owner and staff; the server decides, and everybody else gets the page's 404. */
export function EditCaptionsPage() {
  const id = decodeId(useParams({ from: "/edit-video/$id/captions" }).id);
  const item = useQuery(captionedItem(id));
  useTitle(item.data ? `Captions of ${item.data.title}` : "Captions");
  if (id === "" || isMissing(item.error) || (item.data && (!item.data.can.edit || item.data.type !== "video")))
    return <Navigate to="/404" replace />;
  return (
    <div className="column flex flex-col gap-6 py-8">
      <header className="flex flex-col gap-1">
        <h1 className="title text-4xl sm:text-5xl">Captions</h1>
        {item.data && (
          <Link href={contentHref("video", id) ?? "/404"} className="text-muted hover:underline">
            {item.data.title}
          </Link>
        )}
      </header>
      {item.isPending && <Skeleton className="h-64 w-full rounded-media" />}
      {item.isError && (
        <LoadError error={item.error} isRetrying={item.isFetching} onRetry={() => void item.refetch()} />
      )}
      {item.data && <CaptionsPanel id={id} tracks={item.data.captions} />}
    </div>
  );
}

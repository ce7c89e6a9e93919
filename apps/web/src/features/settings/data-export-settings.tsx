import { type DataExport, dataExportRoutes, EXPORT_DAYS, EXPORT_MESSAGES } from "@app/contract/data-export";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { call } from "#lib/api.ts";
import { bytes, dayInWords } from "#lib/format.ts";
import { toast } from "#lib/toast.ts";
import { useSensitive } from "#lib/use-sensitive.ts";
import { Button } from "#ui/button.tsx";
import { buttonStyle } from "#ui/button-style.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Spinner } from "#ui/spinner.tsx";

const PREPARING_EVERY_MS = 3_000;

const dataExport = queryOptions({
  queryKey: ["data-export"],
  queryFn: ({ signal }) => call(dataExportRoutes.one, {}, signal),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.state === "preparing" ? PREPARING_EVERY_MS : false),
});

/** Everything that is kept about a person, as one ZIP. */
export function DataExportSettings() {
  const found = useQuery(dataExport);
  const cache = useQueryClient();
  const ask = useSensitive({
    run: () => call(dataExportRoutes.ask),
    onDone: (asked) => {
      cache.setQueryData(dataExport.queryKey, asked);
      toast.success(EXPORT_MESSAGES.asked);
    },
  });
  if (found.isPending) return <Skeleton className="h-24 w-full max-w-xl" />;
  if (!found.data)
    return <LoadError error={found.error} isRetrying={found.isFetching} onRetry={() => void found.refetch()} />;
  return (
    <div className="flex max-w-xl flex-col items-start gap-5">
      <p className="text-muted">
        Your profile, what you published with its original files, whom you follow, what you watched, your devices,
        payments and referrals, in one ZIP. Once a day; it is kept for {EXPORT_DAYS} days.
      </p>
      <State found={found.data} />
      {found.data.state !== "preparing" && (
        <Button
          variant={found.data.state === "ready" ? "secondary" : "primary"}
          busy={ask.isPending}
          onClick={() => ask.mutate()}
        >
          {found.data.state === "ready" ? "Ask for a new one" : "Export my data"}
        </Button>
      )}
    </div>
  );
}

function State({ found: { state, expires_at, size_bytes, url } }: { found: DataExport }) {
  if (state === "preparing")
    return (
      <p role="status" className="flex items-center gap-3">
        <Spinner size={20} /> {EXPORT_MESSAGES.asked}
      </p>
    );
  if (state === "failed") return <Notice tone="error">Your export could not be made. Please ask for it again.</Notice>;
  if (state !== "ready" || url === null) return null;
  return (
    <div className="flex flex-col items-start gap-2">
      <a href={url} download="fieldhouse-data.zip" className={buttonStyle("primary", "md")}>
        <Download aria-hidden size={18} strokeWidth={1.75} />
        Download{size_bytes !== null && ` (${bytes(size_bytes)})`}
      </a>
      {expires_at !== null && <p className="text-sm text-muted">Kept until {dayInWords(expires_at)}.</p>}
    </div>
  );
}

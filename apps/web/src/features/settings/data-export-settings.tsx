import { type DataExport, dataExportRoutes, EXPORT_DAYS, EXPORT_MESSAGES } from "@app/contract/data-export";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { call } from "#lib/api.ts";
import { needsPassword, useSensitiveMutation } from "#lib/confirm-password.ts";
import { dayInWords } from "#lib/dates.ts";
import { bytes } from "#lib/format.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { buttonStyle } from "#ui/button-style.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Spinner } from "#ui/spinner.tsx";

const PREPARING_EVERY_MS = 3_000;
const FILE_NAME = "fieldhouse-data.zip";

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
  const ask = useSensitiveMutation({
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

function State({ found: { state, expires_at, size_bytes, url, needs_password } }: { found: DataExport }) {
  if (state === "preparing")
    return (
      <p role="status" className="flex items-center gap-3">
        <Spinner size={20} /> {EXPORT_MESSAGES.asked}
      </p>
    );
  if (state === "failed") return <Notice tone="error">Your export could not be made. Please ask for it again.</Notice>;
  if (state !== "ready") return null;
  const label = (
    <>
      <Download aria-hidden size={18} />
      Download{size_bytes !== null && ` (${bytes(size_bytes)})`}
    </>
  );
  return (
    <div className="flex flex-col items-start gap-2">
      {needs_password && <DownloadOnceConfirmed>{label}</DownloadOnceConfirmed>}
      {url !== null && (
        <a href={url} download={FILE_NAME} className={buttonStyle("primary", "md")}>
          {label}
        </a>
      )}
      {expires_at !== null && <p className="text-sm text-muted">Kept until {dayInWords(expires_at)}.</p>}
    </div>
  );
}

/** Asks for the password, and then downloads at once: the click was meant for that. */
function DownloadOnceConfirmed({ children }: { children: ReactNode }) {
  const cache = useQueryClient();
  const open = useSensitiveMutation({
    run: async () => {
      const found = await call(dataExportRoutes.one);
      if (found.needs_password) throw needsPassword();
      return found;
    },
    onDone: (found) => {
      cache.setQueryData(dataExport.queryKey, found);
      if (found.url !== null) follow(found.url);
    },
  });
  return (
    <Button busy={open.isPending} onClick={() => open.mutate()}>
      {children}
    </Button>
  );
}

function follow(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = FILE_NAME;
  link.click();
}

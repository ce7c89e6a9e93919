import { type DataExport, EXPORT_DAYS, EXPORT_MESSAGES } from "@app/contract/account-security";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { call } from "#lib/api.ts";
import { needsPassword, useSensitiveMutation } from "#lib/confirm-password.ts";
import { dayInWords } from "#lib/dates.ts";
import { bytes } from "#lib/format.ts";
import { toast } from "#lib/toast.ts";
import { Button, buttonStyle } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Spinner } from "#ui/spinner.tsx";

const EXPORT_POLL_MS = 3_000;
const FILE_NAME = "fieldhouse-data.zip";

const dataExport = queryOptions({
  queryKey: ["data-export"],
  queryFn: ({ signal }) => call("GET /data-export", {}, signal),
  staleTime: 0,
  // Rare, and ready within seconds: not worth a live event.
  refetchInterval: ({ state }) => (state.data?.state === "preparing" ? EXPORT_POLL_MS : false),
});

/** All personal data, as one ZIP. */
export function DataExportSettings() {
  const query = useQuery(dataExport);
  const cache = useQueryClient();
  const request = useSensitiveMutation({
    run: () => call("POST /data-export"),
    onDone: (requested) => {
      cache.setQueryData(dataExport.queryKey, requested);
      toast.success(EXPORT_MESSAGES.requested);
    },
  });
  if (query.isPending) return <Skeleton className="h-24 w-full max-w-xl" />;
  if (!query.data)
    return <LoadError error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
  return (
    <div className="flex max-w-xl flex-col items-start gap-5">
      <p className="text-muted">
        One ZIP with your profile, your content and its original files, the channels you follow, your watch history,
        devices, payments and referrals. You can request it once a day, and it is kept for {EXPORT_DAYS} days.
      </p>
      <ExportState latest={query.data} />
      {query.data.state !== "preparing" && (
        <Button
          variant={query.data.state === "ready" ? "secondary" : "primary"}
          busy={request.isPending}
          onClick={() => request.mutate()}
        >
          {query.data.state === "ready" ? "Request a new one" : "Export my data"}
        </Button>
      )}
    </div>
  );
}

function ExportState({ latest: { state, expires_at, size_bytes, url, needs_password } }: { latest: DataExport }) {
  if (state === "preparing")
    return (
      <p role="status" className="flex items-center gap-3">
        <Spinner size={20} /> {EXPORT_MESSAGES.requested}
      </p>
    );
  if (state === "failed") return <Notice tone="error">Your export failed. Please request it again.</Notice>;
  if (state !== "ready") return null;
  const label = (
    <>
      <Download aria-hidden size={18} />
      Download{size_bytes !== null && ` (${bytes(size_bytes)})`}
    </>
  );
  return (
    <div className="flex flex-col items-start gap-2">
      {needs_password && <ConfirmedDownload>{label}</ConfirmedDownload>}
      {url !== null && (
        <a href={url} download={FILE_NAME} className={buttonStyle("primary", "md")}>
          {label}
        </a>
      )}
      {expires_at !== null && <p className="text-sm text-muted">Available until {dayInWords(expires_at)}.</p>}
    </div>
  );
}

/** Requests the password, then starts the download that the click was meant for. */
function ConfirmedDownload({ children }: { children: ReactNode }) {
  const cache = useQueryClient();
  const open = useSensitiveMutation({
    run: async () => {
      const latest = await call("GET /data-export");
      if (latest.needs_password) throw needsPassword();
      return latest;
    },
    onDone: (latest) => {
      cache.setQueryData(dataExport.queryKey, latest);
      if (latest.url !== null) download(latest.url);
    },
  });
  return (
    <Button busy={open.isPending} onClick={() => open.mutate()}>
      {children}
    </Button>
  );
}

function download(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = FILE_NAME;
  link.click();
}

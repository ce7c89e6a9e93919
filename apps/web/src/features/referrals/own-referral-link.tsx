import { queryOptions, useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { call } from "#lib/api.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const referralLink = queryOptions({
  queryKey: ["referral-link"],
  queryFn: ({ signal }) => call("GET /referral-link", {}, signal),
});

/** An earner's referral link. */
export function OwnReferralLink() {
  const link = useQuery(referralLink);
  if (link.isPending) return <Skeleton className="h-28 w-full" />;
  if (!link.data)
    return <LoadError error={link.error} isRetrying={link.isFetching} onRetry={() => void link.refetch()} />;
  const { url } = link.data;
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast.success("Referral link copied to clipboard!"),
      () => toast.error("Failed to copy referral link"),
    );
  return (
    <div className="flex flex-col items-start gap-4 rounded-media border border-line bg-raised p-5 sm:p-6">
      <h2 className="title text-2xl">Your referral link</h2>
      <p className="font-mono text-sm break-all">{url}</p>
      <Button onClick={() => void copy()}>
        <Copy aria-hidden size={18} />
        Copy link
      </Button>
    </div>
  );
}

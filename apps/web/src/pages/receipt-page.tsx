import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { ReceiptSheet, receiptQuery } from "#features/billing/receipt-sheet.tsx";
import { ApiError } from "#lib/api-error.ts";
import { useTitle } from "#lib/use-title.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

export function ReceiptPage() {
  const { id } = useParams({ from: "/receipt/$id" });
  const receipt = useQuery(receiptQuery(id));
  useTitle(receipt.data ? `Receipt ${receipt.data.number}` : "Receipt");
  if (receipt.error instanceof ApiError && (receipt.error.status === 404 || receipt.error.status === 422))
    return <Navigate to="/404" replace />;
  return (
    <div className="column max-w-3xl py-10">
      {receipt.isPending && <Skeleton className="h-96 w-full" />}
      {receipt.isError && (
        <LoadError error={receipt.error} isRetrying={receipt.isFetching} onRetry={() => void receipt.refetch()} />
      )}
      {receipt.data && <ReceiptSheet receipt={receipt.data} />}
    </div>
  );
}

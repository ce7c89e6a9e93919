import { toDollars } from "@app/contract/money";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useState } from "react";
import { call } from "#lib/api.ts";
import { dayInWords } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

function invoicesQuery(page: number) {
  return queryOptions({
    queryKey: ["invoices", page],
    queryFn: ({ signal }) => call("GET /invoices", { query: { current_page: page } }, signal),
    placeholderData: keepPreviousData,
  });
}

/** Payments, newest first, linked to their receipts. */
export function InvoiceList() {
  const [page, setPage] = useState(1);
  const query = useQuery(invoicesQuery(page));
  if (query.isPending) return <Skeleton className="h-24 w-full" />;
  if (!query.data)
    return <LoadError error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
  const { invoices, pagination } = query.data;
  if (invoices.length === 0) return <p className="text-muted">No payments yet.</p>;
  return (
    <div className="flex flex-col gap-4">
      <div className="overflow-x-auto">
        <table className="w-full text-left">
          <thead className="text-sm text-muted">
            <tr>
              {["Paid on", "Number", "Plan", "Amount"].map((heading) => (
                <th
                  key={heading}
                  scope="col"
                  className={clsx(
                    "pr-4 pb-2 font-semibold last:pr-0 last:text-right",
                    heading === "Plan" && "hidden sm:table-cell",
                  )}
                >
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {invoices.map(({ id, number, plan, total_cents, refunded_cents, paid_at }) => (
              <tr key={id} className="border-t border-line">
                <td className="py-3 pr-4">{dayInWords(paid_at)}</td>
                <td className="py-3 pr-4">
                  <Link href={`/receipt/${id}`} className="underline">
                    {number}
                  </Link>
                  {/* A phone has no room for a column of its own. */}
                  <span className="block text-sm text-muted sm:hidden">{plan}</span>
                </td>
                <td className="hidden py-3 pr-4 sm:table-cell">{plan}</td>
                <td className="score py-3 text-right text-lg">
                  {toDollars(total_cents)}
                  {refunded_cents > 0 && (
                    <span className="block text-sm text-muted">{toDollars(refunded_cents)} refunded</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pagination.last_page > 1 && (
        <nav aria-label="Pages of invoices" className="flex items-center gap-3">
          <Button variant="secondary" size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <span className="score">
            {page} of {pagination.last_page}
          </span>
          <Button
            variant="secondary"
            size="sm"
            disabled={page >= pagination.last_page}
            onClick={() => setPage(page + 1)}
          >
            Older
          </Button>
        </nav>
      )}
    </div>
  );
}

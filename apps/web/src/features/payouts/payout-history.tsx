import { toDollars } from "@app/contract/money";
import { METHOD_LABELS, type Payout } from "@app/contract/payouts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { dayInWords } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { payoutHistory } from "./payouts.queries.ts";

/** The payouts so far, newest first. */
export function PayoutHistory() {
  const list = useInfiniteQuery(payoutHistory);
  const payouts = list.data?.pages.flatMap((page) => page.payouts) ?? [];
  return (
    <div className="flex flex-col gap-4 rounded-media border border-line bg-raised p-5 sm:p-6">
      <h3 className="title text-2xl">Your payouts</h3>
      {list.isPending && <Skeleton className="h-24 w-full" />}
      {!list.isPending && !list.data && (
        <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />
      )}
      {list.data && payouts.length === 0 && <p className="text-muted">Nothing has been paid out yet.</p>}
      {payouts.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {payouts.map((payout) => (
            <li key={payout.id} className="flex items-start justify-between gap-4 py-3 first:pt-0 last:pb-0">
              <div className="flex flex-col">
                <span className="font-semibold">{stateOf(payout)}</span>
                <span className="text-sm text-muted">{METHOD_LABELS[payout.method]}</span>
                {payout.failure && <span className="text-sm text-muted">{payout.failure}</span>}
              </div>
              <strong className="score text-2xl text-gold">{toDollars(payout.amount_cents)}</strong>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          size="sm"
          variant="secondary"
          className="self-start"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Older payouts
        </Button>
      )}
    </div>
  );
}

function stateOf({ state, created_at, paid_at, failed_at }: Payout): string {
  if (state === "failed") return `Returned on ${dayInWords(failed_at ?? created_at)}`;
  if (state === "paid") return `Paid on ${dayInWords(paid_at ?? created_at)}`;
  return `On its way since ${dayInWords(created_at)}`;
}

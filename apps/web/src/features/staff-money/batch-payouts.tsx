import { toDollars } from "@app/contract/formats";
import type { StaffPayout } from "@app/contract/payout-batches";
import { HOLDS_IN_SHORT, METHOD_LABELS } from "@app/contract/payouts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { callWithMessage } from "#lib/api.ts";
import { calendarDay } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { LoadMore } from "#ui/infinite-list.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { payoutsOfBatch, useMoneyAction } from "./money.queries.ts";
import { markPaidQuestion, type Question, QuestionDialog } from "./question-dialog.tsx";

/** The payouts of a batch, each with what can be done with it. */
export function BatchPayouts({ id, today }: { id: string; today: string }) {
  const list = useInfiniteQuery(payoutsOfBatch(id));
  const items = useRef<HTMLUListElement>(null);
  if (list.isPending) return <Skeleton className="h-24 w-full" />;
  if (!list.data)
    return <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />;
  return (
    <>
      <ul ref={items} className="flex flex-col divide-y divide-line border-t border-line">
        {list.data.pages
          .flatMap((page) => page.payouts)
          .map((payout) => (
            <PayoutLine key={payout.id} payout={payout} today={today} />
          ))}
      </ul>
      <LoadMore list={list} items={items} />
    </>
  );
}

function PayoutLine({ payout, today }: { payout: StaffPayout; today: string }) {
  const { id, can } = payout;
  const [question, setQuestion] = useState<Question | null>(null);
  const markPaid = useMoneyAction((paid_on: string) =>
    callWithMessage("POST /admin/payouts/:id/paid", { params: { id }, body: { paid_on } }),
  );
  const markFailed = useMoneyAction((reason: string) =>
    callWithMessage("POST /admin/payouts/:id/failed", { params: { id }, body: { reason } }),
  );
  return (
    // Without its buttons it takes the focus itself.
    <li tabIndex={-1} className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="flex min-w-0 flex-col">
        <span className="font-semibold break-words">@{payout.earner}</span>
        <span className="text-sm text-muted">
          {METHOD_LABELS[payout.method]} · {stateOf(payout)}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <strong className="score text-xl">{toDollars(payout.amount_cents)}</strong>
        {can.mark_paid && (
          <Button
            size="sm"
            variant="secondary"
            onClick={() =>
              setQuestion(
                markPaidQuestion(`${toDollars(payout.amount_cents)} to @${payout.earner}.`, today, (day) =>
                  markPaid.mutateAsync(day),
                ),
              )
            }
          >
            Paid
          </Button>
        )}
        {can.mark_failed && (
          <Button
            size="sm"
            variant="secondary"
            onClick={() =>
              setQuestion({
                title: "Mark as failed",
                description: `${toDollars(payout.amount_cents)} goes back to the balance of @${payout.earner}, who sees the reason. This cannot be undone.`,
                label: "Reason",
                confirm: "Mark as failed",
                isDanger: true,
                onAnswer: (reason) => markFailed.mutateAsync(reason),
              })
            }
          >
            Failed
          </Button>
        )}
      </div>
      <QuestionDialog question={question} onClose={() => setQuestion(null)} />
    </li>
  );
}

function stateOf({ state, created_on, paid_on, failure, is_sent, hold }: StaffPayout): string {
  if (state === "failed") return `failed: ${failure}`;
  if (state === "paid") return `paid on ${calendarDay(paid_on ?? created_on)}`;
  if (hold !== null) return `on hold. ${HOLDS_IN_SHORT[hold]}`;
  return is_sent ? "sent" : "in transit";
}

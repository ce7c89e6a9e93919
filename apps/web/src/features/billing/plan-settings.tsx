import type { SubscriptionView } from "@app/contract/billing";
import { toDollars } from "@app/contract/formats";
import { PAID_FROM_MINIMUM } from "@app/contract/payouts";
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useState } from "react";
import { call, callWithMessage, refreshToken } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { dayInWords } from "#lib/dates.ts";
import { liveMeta } from "#lib/live-queries.ts";
import { useUser } from "#lib/session.ts";
import { toast } from "#lib/toast.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { Link } from "#ui/link.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { INVOICES_KEY, summaryQuery } from "./billing.queries.ts";
import { ChangePlan } from "./change-plan.tsx";
import { PaymentMethods } from "./payment-methods.tsx";
import { EndedNotice, type PaidPlanProps, PlanNotice, periodEnd } from "./plan-notice.tsx";

/** A card that is added here pays an overdue plan a moment later. */
const LIVE = liveMeta("registration.changed");

type PlanSettingsProps = {
  /** The user deactivated their earner account, and can still restore it. */
  isDeactivated: boolean;
};

/** The signed-in user's plan, payment methods and invoices. */
export function PlanSettings({ isDeactivated }: PlanSettingsProps) {
  const isGeneral = useUser()?.plan === null;
  const summary = useQuery({ ...summaryQuery(null), meta: LIVE });
  if (summary.isPending) return <Skeleton className="h-64 w-full max-w-2xl" />;
  if (!summary.data)
    return <LoadError error={summary.error} isRetrying={summary.isFetching} onRetry={() => void summary.refetch()} />;
  const { subscription } = summary.data;
  // A General User whose plan was refunded has nothing to pay for again.
  const isGone = subscription?.status === "canceled" && isGeneral && !isDeactivated;
  return (
    <div className="flex max-w-2xl flex-col gap-10">
      <Section title="Plan">
        {subscription && !isGone ? (
          <PaidPlan summary={summary.data} subscription={subscription} isDeactivated={isDeactivated} />
        ) : (
          <UnpaidPlan />
        )}
      </Section>
      <Section title="Payment methods">
        <PaymentMethods summary={summary.data} />
      </Section>
      <Section title="Invoices">
        <InvoiceList />
      </Section>
    </div>
  );
}

function UnpaidPlan() {
  const user = useUser();
  if (user === null || user.plan === null || user.can.upload)
    return <p className="text-muted">You do not have a paid plan.</p>;
  return (
    <>
      <EndedNotice />
      <PayAgain />
    </>
  );
}

/** Cancels or resumes the plan. */
function useSubscriptionChange(address: "POST /subscription/cancel" | "POST /subscription/resume") {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callWithMessage(address),
    onSuccess: async ({ message, data: { status } }) => {
      toast.success(message);
      // An overdue plan ends at once, and with it the right to upload.
      if (status === "canceled") await refreshToken();
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries(summaryQuery(null)),
  });
}

function PaidPlan({ summary, subscription, isDeactivated }: PaidPlanProps & PlanSettingsProps) {
  const { plan, price_cents, status } = subscription;
  const ends = periodEnd(subscription);
  const isOver = status === "canceled" || status === "incomplete";
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-3 rounded-media border border-line bg-raised p-5">
        <div>
          <p className="title text-3xl">{plan}</p>
          <p className="text-muted">{toStatusText(subscription, ends)}</p>
        </div>
        <p>
          <span className="score text-4xl text-gold">{toDollars(price_cents)}</span>{" "}
          <span className="text-muted">a month</span>
        </p>
      </div>
      {!isDeactivated && <PlanNotice summary={summary} subscription={subscription} />}
      {isDeactivated && (
        <Notice
          action={
            <LinkButton href="/setting?tab=leave" variant="secondary" size="sm">
              Restore it
            </LinkButton>
          }
        >
          Your earner account is deactivated, so your plan will not renew.
        </Notice>
      )}
      {!isDeactivated && isOver && <PayAgain />}
      {!isDeactivated && !isOver && <PlanActions summary={summary} subscription={subscription} />}
    </div>
  );
}

/** A minor can always cancel, but needs a guardian's consent to change or resume a plan. */
function PlanActions({ summary: { needs_guardian }, subscription }: PaidPlanProps) {
  const [isCanceling, setCanceling] = useState(false);
  const cancel = useSubscriptionChange("POST /subscription/cancel");
  const resume = useSubscriptionChange("POST /subscription/resume");
  const isEnding = subscription.cancel_at_period_end;
  return (
    <>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {!isEnding && !needs_guardian && <ChangePlan subscription={subscription} />}
        {!isEnding && (
          <Button variant="ghost" onClick={() => setCanceling(true)}>
            Cancel plan
          </Button>
        )}
        {isEnding && !needs_guardian && (
          <Button busy={resume.isPending} onClick={() => resume.mutate()}>
            Resume plan
          </Button>
        )}
      </div>
      <AlertDialog
        isOpen={isCanceling}
        title="Cancel your plan?"
        description={toCancelText(subscription)}
        confirmLabel="Cancel plan"
        cancelLabel="Keep it"
        isDanger
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined, { onSettled: () => setCanceling(false) })}
        onCancel={() => setCanceling(false)}
      />
    </>
  );
}

function toCancelText(subscription: SubscriptionView): string {
  const after = `your content stays visible, but uploads and new referral rewards stop. ${PAID_FROM_MINIMUM}`;
  if (subscription.status === "past_due")
    return `Your last payment failed, so the plan ends now and you are not charged again. After that, ${after}`;
  return `You keep it until ${periodEnd(subscription) ?? "the paid period ends"} and are not charged again. After that, ${after}`;
}

function toStatusText({ status, cancel_at_period_end, pending }: SubscriptionView, ends: string | null): string {
  if (status === "canceled") return "Ended.";
  if (status === "incomplete") return "Not paid yet.";
  if (status === "past_due") return "Payment overdue.";
  if (cancel_at_period_end) return `Ends on ${ends}.`;
  if (pending) return `Becomes ${pending.plan} for ${toDollars(pending.price_cents)} a month on ${ends}.`;
  return `Renews on ${ends}.`;
}

function PayAgain() {
  return (
    <LinkButton href="/billing" className="self-start">
      Pay for a plan again
    </LinkButton>
  );
}

function invoicesQuery(page: number) {
  return queryOptions({
    queryKey: [...INVOICES_KEY, page],
    queryFn: ({ signal }) => call("GET /invoices", { query: { current_page: page } }, signal),
    placeholderData: keepPreviousData,
    meta: LIVE,
  });
}

/** Payments, newest first, linked to their receipts. */
function InvoiceList() {
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

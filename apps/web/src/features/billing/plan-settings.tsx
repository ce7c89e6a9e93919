import { type BillingSummary, billingRoutes, type SubscriptionView } from "@app/contract/billing";
import { toDollars } from "@app/contract/money";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { dayInWords } from "#lib/dates.ts";
import { useUser } from "#lib/session.ts";
import { toast } from "#lib/toast.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { summaryOf } from "./billing.queries.ts";
import { ChangePlan } from "./change-plan.tsx";
import { InvoiceList } from "./invoice-list.tsx";
import { PaymentMethods } from "./payment-methods.tsx";

/** The plan of the signed-in person, what pays for it, and what was paid. */
export function PlanSettings() {
  const summary = useQuery(summaryOf(null));
  if (summary.isPending) return <Skeleton className="h-64 w-full max-w-2xl" />;
  if (!summary.data)
    return <LoadError error={summary.error} isRetrying={summary.isFetching} onRetry={() => void summary.refetch()} />;
  const { subscription } = summary.data;
  return (
    <div className="flex max-w-2xl flex-col gap-10">
      <Section title="Plan">
        {subscription ? <Paid summary={summary.data} subscription={subscription} /> : <Unpaid />}
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

function Unpaid() {
  const user = useUser();
  if (user === null || user.plan === null || user.can.upload)
    return <p className="text-muted">Nothing is charged to you.</p>;
  return (
    <>
      <Ended />
      <PayAgain />
    </>
  );
}

/** Cancel and resume answer the subscription as it stands then. */
function useSubscriptionChange(route: (typeof billingRoutes)["cancel"] | (typeof billingRoutes)["resume"]) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callWithMessage(route),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries(summaryOf(null)),
  });
}

function Paid({ summary, subscription }: { summary: BillingSummary; subscription: SubscriptionView }) {
  const [isLeaving, setLeaving] = useState(false);
  const cancel = useSubscriptionChange(billingRoutes.cancel);
  const resume = useSubscriptionChange(billingRoutes.resume);
  const { plan, price_cents, status, cancel_at_period_end, current_period_end } = subscription;
  const ends = current_period_end === null ? null : dayInWords(current_period_end);
  const isAsleep = useUser()?.plan === null;
  const isOver = status === "canceled" || status === "incomplete";
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-3 rounded-media border border-line bg-raised p-5">
        <div>
          <p className="title text-3xl">{plan}</p>
          <p className="text-muted">{toSentence(subscription, ends)}</p>
        </div>
        <p>
          <span className="score text-4xl text-gold">{toDollars(price_cents)}</span>{" "}
          <span className="text-muted">a month</span>
        </p>
      </div>
      {!isAsleep && <Trouble subscription={subscription} ends={ends} />}
      {isAsleep && (
        <Notice
          action={
            <LinkButton href="/setting?tab=leave" variant="secondary" size="sm">
              Restore it
            </LinkButton>
          }
        >
          Your earner account is deactivated, so its plan is not renewed.
        </Notice>
      )}
      {!isAsleep && isOver && <PayAgain />}
      {!isAsleep && !isOver && (
        <div className="flex flex-wrap gap-3 empty:hidden">
          {/* Cancelling needs nobody; a minor changes and resumes a plan once a guardian has consented. */}
          {!summary.needs_guardian && <ChangePlan subscription={subscription} />}
          {!cancel_at_period_end && (
            <Button variant="ghost" onClick={() => setLeaving(true)}>
              Cancel plan
            </Button>
          )}
          {cancel_at_period_end && !summary.needs_guardian && (
            <Button busy={resume.isPending} onClick={() => resume.mutate()}>
              Resume plan
            </Button>
          )}
        </div>
      )}
      <AlertDialog
        isOpen={isLeaving}
        title="Cancel your plan?"
        description={`It stays yours until ${ends ?? "the paid period ends"}, and is not paid again. After that your content stays visible; uploads and new referral credit stop, and what you have earned stays payable.`}
        confirmLabel="Cancel plan"
        cancelLabel="Keep it"
        isDanger
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined, { onSettled: () => setLeaving(false) })}
        onCancel={() => setLeaving(false)}
      />
    </div>
  );
}

function toSentence({ status, cancel_at_period_end, pending }: SubscriptionView, ends: string | null): string {
  if (status === "canceled") return "No longer paid.";
  if (status === "incomplete") return "Not paid yet.";
  if (status === "past_due") return "A payment is owed.";
  if (cancel_at_period_end) return `Ends on ${ends}.`;
  if (pending) return `Becomes ${pending.plan} for ${toDollars(pending.price_cents)} a month on ${ends}.`;
  return `Renews on ${ends}.`;
}

function Trouble({ subscription, ends }: { subscription: SubscriptionView; ends: string | null }) {
  const { status, grace_until, cancel_at_period_end } = subscription;
  if (status === "active" && cancel_at_period_end)
    return (
      <Notice tone="warning" title={`Your plan ends on ${ends}.`}>
        It is not renewed. Resume it to keep uploading and earning after that.
      </Notice>
    );
  if (status === "past_due")
    return (
      <Notice tone="warning" title="Your last payment failed.">
        Everything stays open until {grace_until === null ? "the days of grace end" : dayInWords(grace_until)}. Add
        another card below, and make it the one that pays.
      </Notice>
    );
  return status === "canceled" ? <Ended /> : null;
}

function Ended() {
  return (
    <Notice tone="warning" title="Your plan has ended.">
      Your content stays visible. Uploads and new referral credit wait until a plan is paid; what you have earned stays
      payable.
    </Notice>
  );
}

function PayAgain() {
  return (
    <LinkButton href="/billing" className="self-start">
      Pay for a plan again
    </LinkButton>
  );
}

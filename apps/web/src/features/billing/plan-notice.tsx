import type { BillingSummary, SubscriptionView } from "@app/contract/billing";
import { PAID_FROM_MINIMUM } from "@app/contract/payouts";
import { lazy, Suspense } from "react";
import { dayInWords } from "#lib/dates.ts";
import { Notice } from "#ui/notice.tsx";

const StripeOverdue = lazy(() => import("./stripe-overdue.tsx").then((module) => ({ default: module.StripeOverdue })));

export type PaidPlanProps = { summary: BillingSummary; subscription: SubscriptionView };

/** What the payer should know or do about the plan. */
export function PlanNotice({ summary, subscription }: PaidPlanProps) {
  const { provider, publishable_key, needs_guardian } = summary;
  const { status, grace_until, cancel_at_period_end, requires_action } = subscription;
  if (status === "active" && cancel_at_period_end)
    return (
      <Notice tone="warning" title={`Your plan ends on ${periodEnd(subscription)}.`}>
        It will not renew.{" "}
        {needs_guardian
          ? "A parent or guardian has to consent before you can resume it."
          : "Resume it to keep uploading and earning after that."}
      </Notice>
    );
  if (status === "past_due")
    return (
      <>
        {/* The sandbox's bank asks about no renewal. */}
        {requires_action && provider === "stripe" && (
          <Suspense fallback={null}>
            <StripeOverdue publishableKey={publishable_key ?? ""} action={requires_action} />
          </Suspense>
        )}
        <Notice tone="warning" title="Your last payment failed.">
          You keep full access until {grace_until === null ? "the grace period ends" : dayInWords(grace_until)}. Add or
          choose another card below to pay.
        </Notice>
      </>
    );
  return status === "canceled" ? <EndedNotice /> : null;
}

export function EndedNotice() {
  return (
    <Notice tone="warning" title="Your plan has ended.">
      Your content stays visible. Uploads and new referral rewards resume once you pay for a plan. {PAID_FROM_MINIMUM}
    </Notice>
  );
}

export function periodEnd({ current_period_end }: SubscriptionView): string | null {
  return current_period_end === null ? null : dayInWords(current_period_end);
}

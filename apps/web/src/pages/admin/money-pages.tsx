import { useNavigate, useSearch } from "@tanstack/react-router";
import { PlanPrices } from "#features/plan-prices/plan-prices.tsx";
import { Batches, MakeBatchButton, WaitingButton } from "#features/staff-money/batches.tsx";
import { MissedReferralButton, ReferralReview } from "#features/staff-money/referral-review.tsx";
import { EnterYearButton, TaxYears } from "#features/staff-money/tax-years.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";

export function PlansPage() {
  return (
    <>
      <PageHeader
        title="Plans and prices"
        about="What earners pay each month. Existing subscribers keep their price."
      />
      <PlanPrices />
    </>
  );
}

const STATES = [
  { value: "open", label: "Waiting" },
  { value: "decided", label: "Decided" },
] as const;

export function ReferralsAdminPage() {
  const state = useSearch({ from: "__root__" }).state === "decided" ? "decided" : "open";
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title="Referrals"
        about="Rewards for people who may not be new. They are credited, but stay pending until you decide."
      >
        <MissedReferralButton />
      </PageHeader>
      <RadioGroup
        legend="Which ones"
        name="state"
        isRow
        options={STATES}
        value={state}
        onChange={({ target }) =>
          void navigate({ to: ".", search: target.value === "open" ? {} : { state: target.value }, replace: true })
        }
      />
      <ReferralReview state={state} />
    </>
  );
}

export function PayoutsAdminPage() {
  return (
    <>
      <PageHeader
        title="Payouts"
        about="On the first of each month, a batch is made for everyone who can be paid and has at least $25.00 available. Pay the ones made by hand, then mark them as paid. Payouts by Stripe are sent a day later."
      >
        <WaitingButton />
        <MakeBatchButton />
      </PageHeader>
      <Batches />
    </>
  );
}

export function TaxAdminPage() {
  return (
    <>
      <PageHeader
        title="Tax"
        about="The date of payment decides the tax year. Earners who would reach the threshold wait until they submit a W-9. Exports contain full tax numbers and are recorded in the audit log."
      >
        <EnterYearButton />
      </PageHeader>
      <TaxYears />
    </>
  );
}

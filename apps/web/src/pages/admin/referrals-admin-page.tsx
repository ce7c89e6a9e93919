import { useState } from "react";
import { MissedReferralButton } from "#features/staff-money/missed-referral.tsx";
import { ReferralReview } from "#features/staff-money/referral-review.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";

const STATES = [
  { value: "open", label: "Waiting" },
  { value: "decided", label: "Decided" },
] as const;

export function ReferralsAdminPage() {
  const [state, setState] = useState<"open" | "decided">("open");
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
        onChange={({ target }) => setState(target.value === "open" ? "open" : "decided")}
      />
      <ReferralReview state={state} />
    </>
  );
}

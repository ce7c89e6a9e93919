import { GuardianRequest } from "#features/billing/guardian-request.tsx";
import { RecruitingPanel } from "#features/recruiting/recruiting-panel.tsx";

/** The athlete's side of the recruiting page, with the question to a guardian in it. */
export function RecruitingSetUp() {
  return (
    <RecruitingPanel
      guardian={
        <div className="max-w-xl">
          <GuardianRequest waiting="Your page opens once they have consented." />
        </div>
      }
    />
  );
}

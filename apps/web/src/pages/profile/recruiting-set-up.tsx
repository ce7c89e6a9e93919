import { GuardianRequest } from "#features/billing/guardian-request.tsx";
import { RecruitingPanel } from "#features/recruiting/recruiting-panel.tsx";

/** The athlete's settings for their recruiting page, including the request to a guardian. */
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

import { RecruitingPanel } from "#features/recruiting/recruiting-panel.tsx";
import { AskGuardian } from "./ask-guardian.tsx";

/** The athlete's side of the recruiting page, with the question to a guardian in it. */
export function RecruitingSetUp() {
  return <RecruitingPanel guardian={<AskGuardian />} />;
}

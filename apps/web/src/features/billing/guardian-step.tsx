import { ShieldCheck } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { GuardianRequest } from "./guardian-request.tsx";

type GuardianStepProps = {
  /** What cannot be done before, as in "before ... ". */
  before: string;
  continueLabel: string;
  onConsented: () => void;
};

/** From 13 to 17 a guardian consents before a card is saved or a plan is paid. */
export function GuardianStep({ before, continueLabel, onConsented }: GuardianStepProps) {
  return (
    <section aria-label="Guardian's consent" className="flex w-full flex-col gap-5">
      <ShieldCheck aria-hidden size={48} className="stroke-[1.5] text-accent" />
      <p className="text-lg">You are under 18. A parent or guardian has to consent before {before}.</p>
      <GuardianRequest
        waiting="This page continues once they have consented. You can also close it and come back: what you have entered stays saved."
        accepted={
          <Notice
            tone="good"
            title="Your guardian has consented."
            action={
              <Button size="sm" onClick={onConsented}>
                {continueLabel}
              </Button>
            }
          >
            You can continue.
          </Notice>
        }
      />
    </section>
  );
}

import type { RegistrationView } from "@app/contract/registration";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { AbortSignUp } from "#features/earner-forms/abort-sign-up.tsx";
import { Button } from "#ui/button.tsx";
import { EarnerSteps } from "./earner-steps.tsx";
import { useFlow } from "./use-flow.ts";

/** What comes after a Content Creator's account: plan, forms, billing. Closing the plans asks whether to give up. */
export function CreatorSignUp({ view }: { view: RegistrationView }) {
  const { placeOf, go } = useFlow();
  const navigate = useNavigate();
  const [isAborting, setIsAborting] = useState(false);
  return (
    <>
      {placeOf(view).step === "account" ? (
        <Account view={view} onGoOn={() => go({ step: "plan" })} onAbort={() => setIsAborting(true)} />
      ) : (
        <EarnerSteps view={view} onBack={() => go({ step: "account" })} onClose={() => setIsAborting(true)} />
      )}
      {isAborting && (
        <AbortSignUp onAborted={() => void navigate({ to: "/login" })} onStay={() => setIsAborting(false)} />
      )}
    </>
  );
}

type AccountProps = { view: RegistrationView; onGoOn: () => void; onAbort: () => void };

/** The account that was made; a wrong address or name means beginning anew, since nobody may hold two. */
function Account({ view, onGoOn, onAbort }: AccountProps) {
  return (
    <>
      <h1 className="title text-5xl">Your account</h1>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <dt className="text-muted">Username</dt>
        <dd className="font-semibold break-words">{view.username}</dd>
        <dt className="text-muted">Email</dt>
        <dd className="font-semibold break-words">{view.email}</dd>
      </dl>
      <p className="text-muted">A typing error here? Abort this sign-up and begin again.</p>
      <Button size="lg" onClick={onGoOn}>
        Choose your plan
      </Button>
      <Button variant="ghost" onClick={onAbort}>
        Abort Sign up
      </Button>
    </>
  );
}

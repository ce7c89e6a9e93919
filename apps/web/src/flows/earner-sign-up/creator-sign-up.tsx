import type { RegistrationView } from "@app/contract/registration";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { SignUpEmail } from "#features/account-links/sign-up-email.tsx";
import { AbortSignUpDialog } from "#features/earner-forms/cancel-registration.tsx";
import { registration } from "#features/earner-forms/registration.queries.ts";
import { useKeepOnSignIn } from "#lib/session.ts";
import { Button } from "#ui/button.tsx";
import { EarnerSteps } from "./earner-steps.tsx";
import { useSignUpFlow } from "./use-sign-up-flow.ts";

/** Plan, forms and billing after a Content Creator's account was created. Closing the plan picker asks whether to abort. */
export function CreatorSignUp({ view }: { view: RegistrationView }) {
  const { stepOf, go } = useSignUpFlow();
  const navigate = useNavigate();
  const [isAborting, setIsAborting] = useState(false);
  useKeepOnSignIn();
  return (
    <>
      {stepOf(view).step === "account" ? (
        <Account view={view} onContinue={() => go({ step: "plan" })} onAbort={() => setIsAborting(true)} />
      ) : (
        <EarnerSteps view={view} onBack={() => go({ step: "account" })} onClose={() => setIsAborting(true)} />
      )}
      {isAborting && (
        <AbortSignUpDialog onAborted={() => void navigate({ to: "/login" })} onStay={() => setIsAborting(false)} />
      )}
    </>
  );
}

type AccountProps = { view: RegistrationView; onContinue: () => void; onAbort: () => void };

/** The created account. The email can be corrected, the username cannot. */
function Account({ view, onContinue, onAbort }: AccountProps) {
  const cache = useQueryClient();
  return (
    <>
      <h1 className="title text-5xl">Your account</h1>
      <p className="min-w-0">
        <span className="block text-sm text-muted">Username</span>
        <strong className="break-words">{view.username}</strong>
      </p>
      <SignUpEmail
        email={view.email}
        isVerified={view.is_verified}
        onCorrected={() => void cache.invalidateQueries(registration)}
      />
      <p className="text-muted">
        We have sent a link to this address to verify it. A username cannot be changed: to choose another one, abort
        this sign-up and start again.
      </p>
      <Button size="lg" onClick={onContinue}>
        Choose your plan
      </Button>
      <Button variant="ghost" onClick={onAbort}>
        Abort Sign up
      </Button>
    </>
  );
}

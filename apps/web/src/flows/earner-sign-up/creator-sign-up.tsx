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
import { useFlow } from "./use-flow.ts";

/** What comes after a Content Creator's account: plan, forms, billing. Closing the plans asks whether to give up. */
export function CreatorSignUp({ view }: { view: RegistrationView }) {
  const { placeOf, go } = useFlow();
  const navigate = useNavigate();
  const [isAborting, setIsAborting] = useState(false);
  useKeepOnSignIn();
  return (
    <>
      {placeOf(view).step === "account" ? (
        <Account view={view} onGoOn={() => go({ step: "plan" })} onAbort={() => setIsAborting(true)} />
      ) : (
        <EarnerSteps view={view} onBack={() => go({ step: "account" })} onClose={() => setIsAborting(true)} />
      )}
      {isAborting && (
        <AbortSignUpDialog onAborted={() => void navigate({ to: "/login" })} onStay={() => setIsAborting(false)} />
      )}
    </>
  );
}

type AccountProps = { view: RegistrationView; onGoOn: () => void; onAbort: () => void };

/** The account that was made: the address can be corrected, the username cannot. */
function Account({ view, onGoOn, onAbort }: AccountProps) {
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
        We have sent a link to this address to verify it. A username cannot be changed: to take another one, abort this
        sign-up and begin again.
      </p>
      <Button size="lg" onClick={onGoOn}>
        Choose your plan
      </Button>
      <Button variant="ghost" onClick={onAbort}>
        Abort Sign up
      </Button>
    </>
  );
}

import { SIGN_UP_MESSAGES, VERIFICATION_HOURS } from "@app/contract/sign-up";
import { useQuery } from "@tanstack/react-query";
import { MailCheck } from "lucide-react";
import { useState } from "react";
import { LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { AskVerification } from "./ask-verification.tsx";
import { awaitedSignUpState } from "./sign-up-state.queries.ts";
import { VerifyHere } from "./verify-here.tsx";

/** After signing up: the address is verified here by a code, or by the link, on whatever device it is opened. */
export function CheckMail({ onVerified }: { onVerified: () => void }) {
  return (
    <div className="flex flex-col gap-6">
      <MailCheck aria-hidden size={56} className="stroke-[1.5] text-accent" />
      <h1 className="title text-5xl">Verify your email</h1>
      <Steps onVerified={onVerified} />
    </div>
  );
}

function Steps({ onVerified }: { onVerified: () => void }) {
  const query = useQuery(awaitedSignUpState);
  const state = query.data;
  const [wasOpen, setWasOpen] = useState(false);
  if (state && !wasOpen) setWasOpen(true);

  if (query.isPending) return <Spinner label="Loading your sign-up" size={28} />;
  if (query.isError) {
    return <LoadError error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  }
  // A sign-up that was here a moment ago and is complete has been verified on another device.
  if (state?.is_verified || (!state && wasOpen)) {
    return (
      <Notice
        tone="good"
        title={SIGN_UP_MESSAGES.verified}
        action={<LinkButton href={state ? "/signup?as=earner" : "/login"}>{state ? "Continue" : "Sign In"}</LinkButton>}
      >
        {state ? "Your sign-up continues where you stopped." : "Sign in to begin."}
      </Notice>
    );
  }
  if (state) {
    return (
      <>
        <p className="text-lg">
          We have sent you an email. Enter its code here, or open its link; both work once, for {VERIFICATION_HOURS}{" "}
          hours.
        </p>
        <VerifyHere state={state} onVerified={onVerified} />
      </>
    );
  }
  return (
    <>
      <p className="text-lg">
        Open the link that we have sent to your address; it works once, for {VERIFICATION_HOURS} hours. You can have it
        sent again.
      </p>
      <AskVerification />
    </>
  );
}

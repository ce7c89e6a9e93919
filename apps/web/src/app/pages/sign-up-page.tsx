import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { SportPanel } from "#features/sign-in/sport-panel.tsx";
import { keepReferralCode } from "#features/sign-up/referral-code.ts";
import { useTitle } from "#lib/use-title.ts";
import { openSignIn } from "../entry.ts";
import { toRole } from "../join-choice.tsx";
import { JoinSteps, joinTitle } from "../join-steps.tsx";
import { toVerifyEmail } from "../sent-mail.ts";

/** Signing up on a direct visit, with the side panel; an invitation by link begins at the form. */
export function SignUpPage() {
  const { as } = useSearch({ strict: false }) as { as?: string };
  const { code } = useParams({ strict: false }) as { code?: string };
  const role = as === undefined && code ? "general-user" : toRole(as);
  const navigate = useNavigate();
  const title = joinTitle(role);
  useTitle(title);
  useEffect(() => {
    if (code) keepReferralCode(code);
  }, [code]);
  return (
    <div className="column grid gap-8 py-6 sm:py-8 lg:min-h-[calc(100dvh-8rem)] lg:grid-cols-2">
      <div className="h-40 sm:h-64 lg:sticky lg:top-24 lg:h-[calc(100dvh-8rem)]">
        <SportPanel />
      </div>
      <section className="mx-auto flex w-full max-w-md flex-col justify-center gap-6 py-6">
        <h1 className="title text-5xl">{title}</h1>
        <JoinSteps
          role={role}
          linkCode={code}
          onRole={(chosen) => void navigate({ to: ".", search: { as: chosen ?? "" } })}
          onRegistered={(email) => void navigate(toVerifyEmail(email))}
          onSignIn={() => openSignIn()}
        />
      </section>
    </div>
  );
}

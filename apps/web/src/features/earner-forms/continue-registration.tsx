import type { RegistrationView } from "@app/contract/registration";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "#lib/api.ts";
import { ContinuePrompt } from "#ui/continue-prompt.tsx";
import { isOwnRegistration, markOwnRegistration, registration } from "./registration.queries.ts";

type OwnRegistrationProps = {
  view: RegistrationView;
  /** Shown above the question, on pages without their own heading. */
  heading?: ReactNode;
  children: ReactNode;
};

/** Asks for the email address before showing a sign-up begun in this browser. Signed-in users are not asked. */
export function ContinueRegistration({ view, heading, children }: OwnRegistrationProps) {
  const cache = useQueryClient();
  const [isOwn, setOwn] = useState(() => view.is_upgrade || isOwnRegistration());
  if (isOwn) return children;
  return (
    <>
      {heading}
      <ContinuePrompt
        sentence="Someone started to sign up as a Content Creator in this browser."
        onContinue={async (email) => {
          await call("POST /earner-registration/continue", { body: { email } });
          markOwnRegistration();
          setOwn(true);
        }}
        onStartOver={async () => {
          await call("POST /earner-registration/leave");
          cache.setQueryData(registration.queryKey, null);
        }}
      />
    </>
  );
}

import { earnerRoutes } from "@app/contract/earners";
import type { RegistrationView } from "@app/contract/registration";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "#lib/api.ts";
import { ContinuePrompt } from "#ui/continue-prompt.tsx";
import { isOwnRegistration, markOwnRegistration, registration } from "./registration.queries.ts";

type OwnRegistrationProps = {
  view: RegistrationView;
  /** Of a page that has none before the question is answered. */
  heading?: ReactNode;
  children: ReactNode;
};

/** Shows a sign-up that was begun in this browser to whoever began it; a session needs no such question. */
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
          await call(earnerRoutes.continueRegistration, { body: { email } });
          markOwnRegistration();
          setOwn(true);
        }}
        onStartOver={async () => {
          await call(earnerRoutes.leaveRegistration);
          cache.setQueryData(registration.queryKey, null);
        }}
      />
    </>
  );
}

import type { RegistrationView } from "@app/contract/registration";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { isOwnRegistration, markOwnRegistration } from "#lib/own-registration.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { ContinuePrompt } from "#ui/continue-prompt.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { registration, useAbortRegistration, useEndWithRefund } from "./registration.queries.ts";

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

type EndSignUpProps = { view: RegistrationView; onEnded: () => void };

/** Refunds a paid sign-up. An unverified account is deleted with it. */
export function EndWithRefund({ view, onEnded }: EndSignUpProps) {
  const [isAsking, setAsking] = useState(false);
  const end = useEndWithRefund();
  if (!view.can.end_with_refund) return null;
  const account = view.is_upgrade ? "Your account stays." : "Your account and what you have entered are deleted.";
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        {view.is_upgrade ? "End my plan with a refund" : "End my sign-up with a refund"}
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title={view.is_upgrade ? "End your plan?" : "End your sign-up?"}
        description={`Your plan ends now and your payment is refunded, which can take up to 10 days. ${account}`}
        confirmLabel="End it"
        isDanger
        busy={end.isPending}
        onConfirm={() =>
          end.mutate(undefined, {
            onSuccess({ message }) {
              setAsking(false);
              toast.success(message);
              onEnded();
            },
            onError: (error) => toast.error(messageOf(error)),
          })
        }
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

/** Shown when the plan picker is closed during sign-up. */
export function AbortSignUpDialog({ onAborted, onStay }: { onAborted: () => void; onStay: () => void }) {
  const abort = useAbortRegistration();
  return (
    <AlertDialog
      isOpen
      title="Abort Sign up?"
      description="Your account and what you have entered are deleted."
      confirmLabel="Confirm"
      isDanger
      busy={abort.isPending}
      onConfirm={() =>
        abort.mutate(undefined, {
          onSuccess: onAborted,
          onError(error) {
            toast.error(messageOf(error));
            onStay();
          },
        })
      }
      onCancel={onStay}
    />
  );
}

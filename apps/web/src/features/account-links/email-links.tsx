import { signUpRoutes } from "@app/contract/sign-up";
import type { ReactNode } from "react";
import { call, renew } from "#lib/api.ts";
import { getUser, takeSession, thisDevice } from "#lib/session.ts";
import { AskVerification } from "./ask-verification.tsx";
import { LinkPage } from "./link-page.tsx";
import { LinkPasswordForm } from "./link-password-form.tsx";
import { useLink } from "./use-link.ts";
import { VerifyElsewhere } from "./verify-elsewhere.tsx";

type EmailLinkProps = { token: string; onUsed: () => void; onUseless: () => void };

/** Verifies the address, which signs the person in. */
export function VerifyEmail({ token, onUsed, onUseless }: EmailLinkProps) {
  const { state, retry, showUseless } = useLink({ token, spend: verify, onUsed, onUseless });
  return (
    <LinkPage
      title="Email verification"
      state={state}
      onRetry={retry}
      withPassword={<VerifyElsewhere token={token} onUsed={onUsed} onUseless={showUseless} />}
    >
      <AskVerification />
    </LinkPage>
  );
}

/** @param children how one gets another link, once this one is of no use */
export function ConfirmNewEmail({ token, onUsed, onUseless, children }: EmailLinkProps & { children: ReactNode }) {
  const { state, retry, showUseless } = useLink({ token, spend: (link) => confirm(link), onUsed, onUseless });
  return (
    <LinkPage
      title="Email change"
      state={state}
      onRetry={retry}
      withPassword={
        <>
          <p className="text-lg">You are not signed in to that account here. Please enter its password.</p>
          <LinkPasswordForm
            submitLabel="Use this address"
            onPassword={(password) => confirm(token, password)}
            onUsed={onUsed}
            onUseless={showUseless}
          />
          <p className="text-muted">
            If you did not ask for this, close this page: nothing changes without the password.
          </p>
        </>
      }
    >
      {children}
    </LinkPage>
  );
}

async function verify(token: string): Promise<void> {
  takeSession(await call(signUpRoutes.verifyEmail, { body: { token, ...thisDevice() } }));
}

async function confirm(token: string, password?: string): Promise<void> {
  await call(signUpRoutes.confirmChangeEmail, { body: { token, ...(password === undefined ? {} : { password }) } });
  // The card of whoever is signed in here names the old address; if it cannot be fetched now, it will be with the next page.
  if (getUser()) await renew().catch(() => undefined);
}

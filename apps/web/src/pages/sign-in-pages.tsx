import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { NewPasswordForm } from "#features/account-links/new-password-form.tsx";
import { SendSignInLink, UnverifiedHelp } from "#features/account-links/request-links.tsx";
import { SignInByLink } from "#features/account-links/sign-in-by-link.tsx";
import { UselessLink } from "#features/account-links/use-link.tsx";
import { ResetForm, SignInForm } from "#features/sign-in/sign-in-form.tsx";
import { SportPanel } from "#features/sign-in/sport-panel.tsx";
import { useAfterSignIn } from "#flows/auth/after-sign-in.ts";
import { openJoin } from "#flows/auth/auth-dialog-store.ts";
import { toast } from "#lib/toast.ts";
import { useLinkToken } from "#lib/use-link-token.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { NarrowPage } from "#ui/section.tsx";

/** Sign In as a page with a side panel, for direct visits. */
export function LoginPage() {
  const { next } = useSearch({ from: "__root__" });
  const [{ isReset, name }, setTyped] = useState({ isReset: false, name: "" });
  const afterSignIn = useAfterSignIn();
  const navigate = useNavigate();
  const title = isReset ? "Reset Password" : "Sign In";
  useTitle(title);
  return (
    <div className="column grid gap-8 py-6 sm:py-8 lg:min-h-[calc(100dvh-8rem)] lg:grid-cols-2">
      <div className="h-56 sm:h-80 lg:h-auto">
        <SportPanel />
      </div>
      <section className="mx-auto flex w-full max-w-md flex-col justify-center gap-6 py-6">
        <h1 className="page-title">{title}</h1>
        {isReset ? (
          <ResetForm name={name} onBack={(typed) => setTyped({ isReset: false, name: typed })} />
        ) : (
          <SignInForm
            name={name}
            onSignedIn={() => void afterSignIn(next)}
            onForgot={(typed) => setTyped({ isReset: true, name: typed })}
            onJoin={() => openJoin(next ?? null)}
            resend={(name) => <UnverifiedHelp name={name} />}
            sendLink={(name) => <SendSignInLink name={name} />}
            onAppeal={(hash) => void navigate({ to: "/appeal", hash })}
          />
        )}
      </section>
    </div>
  );
}

const RESET_TITLE = "Reset Password";

/** Opened from an email. Without a link, or with one that is no longer valid, it offers to request one. */
export function ResetPasswordPage() {
  const { token, clearAddress } = useLinkToken("/reset-password/$");
  const [isUseless, setIsUseless] = useState(false);
  const navigate = useNavigate();
  useTitle(RESET_TITLE);

  const onDone = (message: string) => {
    toast.success(message);
    void navigate({ to: "/login", replace: true });
  };

  const onUseless = () => {
    setIsUseless(true);
    clearAddress();
  };

  const request = <ResetForm onBack={() => void navigate({ to: "/login" })} />;
  if (isUseless) {
    return (
      <NarrowPage>
        <UselessLink title={RESET_TITLE}>{request}</UselessLink>
      </NarrowPage>
    );
  }
  if (token === "") {
    return (
      <NarrowPage>
        <h1 className="page-title">{RESET_TITLE}</h1>
        {request}
      </NarrowPage>
    );
  }
  return (
    <NarrowPage>
      <h1 className="page-title">{RESET_TITLE}</h1>
      <NewPasswordForm token={token} onDone={onDone} onUseless={onUseless} />
    </NarrowPage>
  );
}

const LINK_TITLE = "Sign In";

/** Opened from an email with a sign-in link. Signing in again requests a new one. */
export function SignInLinkPage() {
  const { token, clearAddress } = useLinkToken("/sign-in-link/$");
  const [isUseless, setIsUseless] = useState(token === "");
  const afterSignIn = useAfterSignIn();
  const navigate = useNavigate();
  useTitle(LINK_TITLE);

  const onUseless = () => {
    setIsUseless(true);
    clearAddress();
  };

  if (isUseless) {
    return (
      <NarrowPage>
        <UselessLink title={LINK_TITLE}>
          <LinkButton href="/login" className="self-start">
            Sign in again
          </LinkButton>
        </UselessLink>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage>
      <h1 className="page-title">{LINK_TITLE}</h1>
      <p className="text-muted">Sign in on this device with the link from your email.</p>
      <SignInByLink
        token={token}
        onSignedIn={() => void afterSignIn()}
        onUseless={onUseless}
        onAppeal={(hash) => void navigate({ to: "/appeal", hash })}
      />
    </NarrowPage>
  );
}

import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { SendSignInLink, UnverifiedHelp } from "#features/account-links/request-links.tsx";
import { ResetForm } from "#features/sign-in/reset-form.tsx";
import { SignInForm } from "#features/sign-in/sign-in-form.tsx";
import { SportPanel } from "#features/sign-in/sport-panel.tsx";
import { useAfterSignIn } from "#flows/auth/after-sign-in.ts";
import { openJoin } from "#flows/auth/auth-dialog-store.ts";
import { useTitle } from "#lib/use-title.ts";

/** Sign In as a page with a side panel, for direct visits. */
export function LoginPage() {
  const { next } = useSearch({ from: "__root__" });
  const [isReset, setIsReset] = useState(false);
  const afterSignIn = useAfterSignIn();
  const title = isReset ? "Reset Password" : "Sign In";
  useTitle(title);
  return (
    <div className="column grid gap-8 py-6 sm:py-8 lg:min-h-[calc(100dvh-8rem)] lg:grid-cols-2">
      <div className="h-56 sm:h-80 lg:h-auto">
        <SportPanel />
      </div>
      <section className="mx-auto flex w-full max-w-md flex-col justify-center gap-6 py-6">
        <h1 className="title text-5xl">{title}</h1>
        {isReset ? (
          <ResetForm onBack={() => setIsReset(false)} />
        ) : (
          <SignInForm
            onSignedIn={() => void afterSignIn(next)}
            onForgot={() => setIsReset(true)}
            onJoin={() => openJoin(next ?? null)}
            resend={(name) => <UnverifiedHelp name={name} />}
            sendLink={(name) => <SendSignInLink name={name} />}
          />
        )}
      </section>
    </div>
  );
}

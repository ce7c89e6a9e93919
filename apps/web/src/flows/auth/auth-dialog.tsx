import { BRAND } from "@app/contract/brand";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { SendSignInLink, UnverifiedHelp } from "#features/account-links/request-links.tsx";
import { registration } from "#features/earner-forms/registration.queries.ts";
import { ResetForm, SignInForm } from "#features/sign-in/sign-in-form.tsx";
import { markOwnRegistration } from "#lib/own-registration.ts";
import { Dialog } from "#ui/dialog.tsx";
import { toReturnPath, useAfterSignIn } from "./after-sign-in.ts";
import { closeAuthDialog, openJoin, openSignIn, useAuthDialog } from "./auth-dialog-store.ts";
import { keepSignUpPath } from "./sign-up-path.ts";
import { type SignUpRole, SignUpSteps, signUpTitle } from "./sign-up-steps.tsx";

const NAMED_TYPES = ["video.other", "profile", "article"];

/** The Sign In and Join modals, over any page. */
export function AuthDialog() {
  const { shown, next } = useAuthDialog();
  // Also in the URL, for signing in with the header's button after closing the modal.
  const search = useSearch({ from: "__root__" });
  const [{ isReset, name }, setTyped] = useState({ isReset: false, name: "" });
  const [role, setRole] = useState<SignUpRole | null>(null);
  const navigate = useNavigate();
  const cache = useQueryClient();
  const afterSignIn = useAfterSignIn();

  const onSignedIn = () => {
    closeAuthDialog();
    void afterSignIn(next ?? search.next);
  };

  const goToVerifyEmail = () => {
    keepSignUpPath(next ?? search.next);
    markOwnRegistration();
    closeAuthDialog();
    void navigate({ to: "/verify-email" });
  };

  const goToAppeal = (hash: string) => {
    closeAuthDialog();
    void navigate({ to: "/appeal", hash });
  };

  const goToPlans = () => {
    closeAuthDialog();
    cache.removeQueries(registration);
    void navigate({ to: "/signup", search: { as: "earner" } });
  };

  const startEarnerSignUp = () => {
    keepSignUpPath(next ?? search.next);
    markOwnRegistration();
    goToPlans();
  };

  // A sign-up that was started in this browser can be continued.
  const chooseRole = async (chosen: SignUpRole | null) => {
    const begun = chosen === "earner" && (await cache.fetchQuery(registration).catch(() => null));
    if (begun) goToPlans();
    else setRole(chosen);
  };

  if (shown === "join") {
    return (
      <Dialog isOpen onClose={closeAuthDialog} title={signUpTitle(role)} keepsTyped>
        <SignUpSteps
          role={role}
          onRole={(chosen) => void chooseRole(chosen)}
          onRegistered={goToVerifyEmail}
          onCreator={startEarnerSignUp}
          onSignIn={() => openSignIn()}
        />
      </Dialog>
    );
  }
  const title = isReset ? null : redirectTitle(toReturnPath(next ?? search.next ?? "/"));
  return (
    <Dialog
      isOpen={shown === "sign-in"}
      onClose={closeAuthDialog}
      title={isReset ? "Reset Password" : "Sign In"}
      description={title && `Sign in to see “${title}”.`}
    >
      {isReset ? (
        <ResetForm name={name} onBack={(typed) => setTyped({ isReset: false, name: typed })} />
      ) : (
        <SignInForm
          name={name}
          onSignedIn={onSignedIn}
          onForgot={(typed) => setTyped({ isReset: true, name: typed })}
          onJoin={() => openJoin()}
          resend={(name) => <UnverifiedHelp name={name} onLeave={closeAuthDialog} />}
          sendLink={(name) => <SendSignInLink name={name} />}
          onAppeal={goToAppeal}
        />
      )}
    </Dialog>
  );
}

/**
 * @param path where to go after signing in
 * @returns its public title from the meta tags, if it is the page that was opened; otherwise null
 */
function redirectTitle(path: string): string | null {
  const [opened] = performance.getEntriesByType("navigation");
  if (!opened || opened.name !== new URL(path, location.origin).href) return null;
  if (!NAMED_TYPES.includes(readMeta("og:type") ?? "")) return null;
  return readMeta("og:title")?.replace(` · ${BRAND.name}`, "") ?? null;
}

function readMeta(property: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[property="${property}"]`)?.content ?? null;
}

import { BRAND } from "@app/contract/brand";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { SendSignInLink, UnverifiedHelp } from "#features/account-links/request-links.tsx";
import { markOwnRegistration, registration } from "#features/earner-forms/registration.queries.ts";
import { ResetForm } from "#features/sign-in/reset-form.tsx";
import { SignInForm } from "#features/sign-in/sign-in-form.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { toReturnPath, useAfterSignIn } from "./after-sign-in.ts";
import { closeAuthDialog, openJoin, openSignIn, useAuthDialog } from "./auth-dialog-store.ts";
import { type Role, SignUpSteps, signUpTitle } from "./sign-up-steps.tsx";

const KINDS = ["video.other", "profile", "article"];

/** The Sign In and the Join modal, over whatever page one stands on. */
export function AuthDialog() {
  const { shown, next } = useAuthDialog();
  // Kept in the address as well, for whoever closes the modal first and signs in by the header's button.
  const search = useSearch({ from: "__root__" });
  const [isReset, setIsReset] = useState(false);
  const [role, setRole] = useState<Role | null>(null);
  const navigate = useNavigate();
  const cache = useQueryClient();
  const afterSignIn = useAfterSignIn();

  const goOn = () => {
    closeAuthDialog();
    void afterSignIn(next ?? search.next);
  };

  const goToMail = () => {
    closeAuthDialog();
    void navigate({ to: "/verify-email" });
  };

  const goToPlans = () => {
    closeAuthDialog();
    cache.removeQueries(registration);
    void navigate({ to: "/signup", search: { as: "earner" } });
  };

  const beginPlans = () => {
    markOwnRegistration();
    goToPlans();
  };

  // A sign-up that was begun here is offered to whoever began it.
  const chooseRole = async (chosen: Role | null) => {
    const begun = chosen === "earner" && (await cache.fetchQuery(registration).catch(() => null));
    if (begun) goToPlans();
    else setRole(chosen);
  };

  if (shown === "join") {
    return (
      <Dialog isOpen onClose={closeAuthDialog} title={signUpTitle(role)}>
        <SignUpSteps
          role={role}
          onRole={(chosen) => void chooseRole(chosen)}
          onRegistered={goToMail}
          onCreator={beginPlans}
          onSignIn={() => openSignIn()}
        />
      </Dialog>
    );
  }
  const title = isReset ? null : wantedTitle(toReturnPath(next ?? search.next ?? "/"));
  return (
    <Dialog
      isOpen={shown === "sign-in"}
      onClose={closeAuthDialog}
      title={isReset ? "Reset Password" : "Sign In"}
      description={title && `Sign in to see “${title}”.`}
    >
      {isReset ? (
        <ResetForm onBack={() => setIsReset(false)} />
      ) : (
        <SignInForm
          onSignedIn={goOn}
          onForgot={() => setIsReset(true)}
          onJoin={() => openJoin()}
          resend={(name) => <UnverifiedHelp name={name} onLeave={closeAuthDialog} />}
          sendLink={(name) => <SendSignInLink name={name} />}
        />
      )}
    </Dialog>
  );
}

/**
 * @param wanted where somebody who is signed out wants to go
 * @returns what it is called, where it is the very address they opened and the server has said publicly what is there
 */
function wantedTitle(wanted: string): string | null {
  const [opened] = performance.getEntriesByType("navigation");
  if (!opened || opened.name !== new URL(wanted, location.origin).href) return null;
  if (!KINDS.includes(said("og:type") ?? "")) return null;
  return said("og:title")?.replace(` · ${BRAND.name}`, "") ?? null;
}

function said(property: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[property="${property}"]`)?.content ?? null;
}

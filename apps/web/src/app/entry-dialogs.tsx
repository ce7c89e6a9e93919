import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ResetForm } from "#features/sign-in/reset-form.tsx";
import { SignInForm } from "#features/sign-in/sign-in-form.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { wayBack } from "./access.ts";
import { closeEntry, openJoin, openSignIn, useEntry } from "./entry.ts";
import { JoinChoice } from "./join-choice.tsx";

/** The Sign In and the Join modal, over whatever page one stands on. */
export function EntryDialogs() {
  const { shown, next } = useEntry();
  // Kept in the address as well, for whoever closes the modal first and signs in by the header's button.
  const search = useSearch({ strict: false }) as { next?: string };
  const [isReset, setIsReset] = useState(false);
  const navigate = useNavigate();

  const goOn = () => {
    closeEntry();
    void navigate({ href: wayBack(next ?? search.next) });
  };

  if (shown === "join") {
    return (
      <Dialog isOpen onClose={closeEntry} title="You want to be a">
        <JoinChoice onChosen={closeEntry} onSignIn={() => openSignIn()} />
      </Dialog>
    );
  }
  return (
    <Dialog isOpen={shown === "sign-in"} onClose={closeEntry} title={isReset ? "Reset Password" : "Sign In"}>
      {isReset ? (
        <ResetForm onBack={() => setIsReset(false)} />
      ) : (
        <SignInForm onSignedIn={goOn} onForgot={() => setIsReset(true)} onJoin={() => openJoin()} />
      )}
    </Dialog>
  );
}

import { BRAND } from "@app/contract/brand";
import { ChevronLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { SignUpForm } from "#features/sign-up/sign-up-form.tsx";
import { parseReferralCode } from "#features/sign-up/sign-up-values.ts";
import { Button } from "#ui/button.tsx";
import { JoinChoice, type Role } from "./join-choice.tsx";

/** What stands over each step of signing up. */
export function joinTitle(role: Role | null): string {
  if (role === null) return "You want to be a";
  return "Sign Up";
}

type JoinStepsProps = {
  /** Null while it is still to be chosen. */
  role: Role | null;
  /** Of the link one came by. */
  linkCode?: string | undefined;
  onRole: (role: Role | null) => void;
  onRegistered: () => void;
  /** A Content Creator's account was made: the plan comes next. */
  onCreator: () => void;
  onSignIn: () => void;
};

/** From the choice of a role to the form, in a modal or on a page. */
export function JoinSteps(props: JoinStepsProps) {
  const { role } = props;
  const place = useRef<HTMLFieldSetElement>(null);
  const shownRole = useRef(role);

  // The button that led here is gone, and the keyboard would start at the top of the page.
  useEffect(() => {
    if (shownRole.current === role) return;
    shownRole.current = role;
    place.current?.focus({ preventScroll: true });
  }, [role]);

  return (
    <fieldset
      ref={place}
      tabIndex={-1}
      aria-label={joinTitle(role)}
      className="flex min-w-0 flex-col gap-5 outline-none"
    >
      <Step {...props} />
    </fieldset>
  );
}

function Step({ role, linkCode, onRole, onRegistered, onCreator, onSignIn }: JoinStepsProps) {
  if (role === null) return <JoinChoice onChoose={onRole} onSignIn={onSignIn} />;
  const isCreator = role === "earner";
  return (
    <>
      <p className="flex items-center justify-between gap-2 text-sm text-muted">
        You sign up as a {isCreator ? "Content Creator" : "Registered User"}.
        <Button variant="ghost" size="sm" className="-mr-3" onClick={() => onRole(null)}>
          <ChevronLeft aria-hidden size={18} />
          Back
        </Button>
      </p>
      <SignUpForm
        key={role}
        userType={isCreator ? BRAND.name : "General User"}
        referralCode={parseReferralCode(linkCode)}
        onRegistered={isCreator ? onCreator : onRegistered}
        onSignIn={onSignIn}
      />
    </>
  );
}

import { BRAND } from "@app/contract/brand";
import { ChevronLeft, Clapperboard, Ticket } from "lucide-react";
import { useEffect, useRef } from "react";
import { SignInInstead, SignUpForm } from "#features/sign-up/sign-up-form.tsx";
import { parseReferralCode } from "#features/sign-up/sign-up-values.ts";
import { Button } from "#ui/button.tsx";

const ROLES = [
  {
    value: "general-user",
    name: "Registered User",
    sentence: "Gets access to sports content.",
    Icon: Ticket,
  },
  {
    value: "earner",
    name: "Content Creator",
    sentence: "Shares expertise and earns through referrals.",
    Icon: Clapperboard,
  },
] as const;

export type Role = (typeof ROLES)[number]["value"];

/** What stands over each step of signing up. */
export function signUpTitle(role: Role | null): string {
  if (role === null) return "You want to be a";
  return "Sign Up";
}

type SignUpStepsProps = {
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
export function SignUpSteps(props: SignUpStepsProps) {
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
      aria-label={signUpTitle(role)}
      className="flex min-w-0 flex-col gap-5 outline-none"
    >
      <Step {...props} />
    </fieldset>
  );
}

function Step({ role, linkCode, onRole, onRegistered, onCreator, onSignIn }: SignUpStepsProps) {
  if (role === null) return <RoleChoice onChoose={onRole} onSignIn={onSignIn} />;
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

/** @returns the role of this name, or null for a name that is none */
export function toRole(name: string | undefined): Role | null {
  return ROLES.find(({ value }) => value === name)?.value ?? null;
}

/** The choice of a role, headed 'You want to be a'. */
function RoleChoice({ onChoose, onSignIn }: { onChoose: (role: Role) => void; onSignIn: () => void }) {
  return (
    <>
      <ul className="flex flex-col gap-3">
        {ROLES.map(({ value, name, sentence, Icon }) => (
          <li key={value}>
            <button
              type="button"
              onClick={() => onChoose(value)}
              className="flex w-full items-center gap-4 rounded-media border border-edge p-4 text-left transition-colors hover:border-accent hover:bg-lift"
            >
              <Icon aria-hidden size={28} className="shrink-0 text-accent" />
              <span className="flex flex-col">
                <span className="title text-xl">{name}</span>
                <span className="text-sm text-muted">{sentence}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <SignInInstead onSignIn={onSignIn} />
    </>
  );
}

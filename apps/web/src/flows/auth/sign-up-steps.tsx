import { BRAND } from "@app/contract/brand";
import { ChevronLeft, Clapperboard, Ticket } from "lucide-react";
import { parseReferralCode } from "#features/sign-up/sign-up-fields.tsx";
import { SignInInstead, SignUpForm } from "#features/sign-up/sign-up-form.tsx";
import { Button } from "#ui/button.tsx";
import { StepGroup } from "#ui/step-group.tsx";

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

export type SignUpRole = (typeof ROLES)[number]["value"];

/** The heading of each step. */
export function signUpTitle(role: SignUpRole | null): string {
  if (role === null) return "You want to be a";
  return "Sign Up";
}

type SignUpStepsProps = {
  /** Null until it is chosen. */
  role: SignUpRole | null;
  /** The referral code of the link that was followed. */
  linkCode?: string | undefined;
  onRole: (role: SignUpRole | null) => void;
  onRegistered: () => void;
  /** A Content Creator's account was created; choosing a plan comes next. */
  onCreator: () => void;
  onSignIn: () => void;
};

/** Choosing a role, then the form. Used in a modal and on a page. */
export function SignUpSteps(props: SignUpStepsProps) {
  return (
    <StepGroup label={signUpTitle(props.role)} className="gap-5">
      <Step {...props} />
    </StepGroup>
  );
}

function Step({ role, linkCode, onRole, onRegistered, onCreator, onSignIn }: SignUpStepsProps) {
  if (role === null) return <RoleChoice onChoose={onRole} onSignIn={onSignIn} />;
  const isCreator = role === "earner";
  return (
    <>
      <p className="flex items-center justify-between gap-2 text-sm text-muted">
        You are signing up as a {isCreator ? "Content Creator" : "Registered User"}.
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

/** @returns null for an unknown name */
export function toSignUpRole(name: string | undefined): SignUpRole | null {
  return ROLES.find(({ value }) => value === name)?.value ?? null;
}

function RoleChoice({ onChoose, onSignIn }: { onChoose: (role: SignUpRole) => void; onSignIn: () => void }) {
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

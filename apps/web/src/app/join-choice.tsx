import { Clapperboard, Ticket } from "lucide-react";
import { SignInInstead } from "#features/sign-up/sign-up-form.tsx";

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

/** @returns the role of this name, or null for a name that is none */
export function toRole(name: string | undefined): Role | null {
  return ROLES.find(({ value }) => value === name)?.value ?? null;
}

/** The choice of a role, headed 'You want to be a'. */
export function JoinChoice({ onChoose, onSignIn }: { onChoose: (role: Role) => void; onSignIn: () => void }) {
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

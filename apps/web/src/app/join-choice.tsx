import { Clapperboard, Ticket } from "lucide-react";
import { Link } from "#ui/link.tsx";
import { Notice } from "#ui/notice.tsx";

const ROLES = [
  {
    href: "/signup?as=general-user",
    name: "Registered User",
    sentence: "Gets access to sports content.",
    Icon: Ticket,
  },
  {
    href: "/signup?as=earner",
    name: "Content Creator",
    sentence: "Shares expertise and earns through referrals.",
    Icon: Clapperboard,
  },
] as const;

/** The choice of a role, headed 'You want to be a'. */
export function JoinChoice({ onChosen, onSignIn }: { onChosen: () => void; onSignIn: () => void }) {
  return (
    <>
      <ul className="flex flex-col gap-3">
        {ROLES.map(({ href, name, sentence, Icon }) => (
          <li key={href}>
            <Link
              href={href}
              onClick={onChosen}
              className="flex items-center gap-4 rounded-media border border-edge p-4 transition-colors hover:border-accent hover:bg-lift"
            >
              <Icon aria-hidden size={28} strokeWidth={1.75} className="shrink-0 text-accent" />
              <span className="flex flex-col">
                <span className="title text-xl">{name}</span>
                <span className="text-sm text-muted">{sentence}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Notice>Sign-up opens with the accounts release. Whoever has an account can sign in now.</Notice>
      <p className="text-center text-sm text-muted">
        Already have an account?{" "}
        <button type="button" onClick={onSignIn} className="font-semibold text-accent underline touch:min-h-11">
          Sign In
        </button>
      </p>
    </>
  );
}

import { EARNER_TYPE } from "@app/contract/brand";
import { redirect } from "@tanstack/react-router";
import { pathAfterSignIn, toReturnPath } from "#flows/auth/after-sign-in.ts";
import { getUser } from "#lib/session.ts";
import { toast } from "#lib/toast.ts";
import { queryClient } from "./query-client.ts";

/**
 * Who can open a page. `visitor` pages are for people who are not signed in; signed-in people are redirected past them,
 * and from a `visitor-link`, which somebody opened from an email, with the reason.
 * The server decides what someone may do on a page.
 */
export type PageAccess = "public" | "visitor" | "visitor-link" | "member" | "earner" | "staff";

type Navigation = { location: { href: string; pathname: string; search: { next?: string } } };

const GUARDS: Record<PageAccess, (navigation: Navigation) => void> = {
  public: () => undefined,
  visitor: requireVisitor,
  "visitor-link": (navigation) => {
    const user = getUser();
    const hasToken = !navigation.location.pathname.endsWith("/");
    // Opening the link has not consumed it.
    if (user && hasToken)
      toast.info(`You are signed in as @${user.username}. To use the link, sign out and open it again.`);
    requireVisitor(navigation);
  },
  member: requireMember,
  earner: (navigation) => {
    requireMember(navigation);
    const user = getUser();
    // A General User may publish for the channel of a team.
    if (user?.type !== EARNER_TYPE && !user?.teams.length) throw redirect({ href: "/normal-user", replace: true });
  },
  // Everybody else gets a 404: these pages should not reveal that they exist.
  staff: () => {
    if (!getUser()?.is_staff) throw redirect({ href: "/404", replace: true });
  },
};

export function guard(access: PageAccess): (navigation: Navigation) => void {
  return GUARDS[access];
}

/** A visitor page, except that someone who verified their email halfway through signing up continues where they stopped. */
export async function guardSignUp({ location }: Pick<Navigation, "location">): Promise<void> {
  if (getUser()) throw redirect({ href: await pathAfterSignIn(queryClient, location.search.next), replace: true });
}

function requireVisitor({ location }: Navigation): void {
  if (getUser()) throw redirect({ href: toReturnPath(location.search.next), replace: true });
}

/** Sends visitors to `/`, where the Sign In modal opens; the address keeps the path to return to. */
function requireMember({ location }: Navigation): void {
  if (!getUser()) throw redirect({ href: `/?next=${encodeURIComponent(location.href)}`, replace: true });
}

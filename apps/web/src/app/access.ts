import { BRAND } from "@app/contract/brand";
import { redirect } from "@tanstack/react-router";
import { getUser } from "#lib/session.ts";

/**
 * Who gets to a page. `visitor` pages are for people who are not signed in; a signed-in person is past them.
 * What somebody may do on a page is the server's to decide.
 */
export type PageAccess = "public" | "visitor" | "member" | "earner" | "staff";

type Going = { location: { href: string; search: { next?: string } } };

const GUARDS: Record<PageAccess, (going: Going) => void> = {
  public: () => undefined,
  visitor: ({ location }) => {
    if (getUser()) throw redirect({ href: wayBack(location.search.next), replace: true });
  },
  member: requireMember,
  earner: (going) => {
    requireMember(going);
    if (getUser()?.type !== BRAND.name) throw redirect({ href: "/normal-user", replace: true });
  },
  // To everybody else these pages do not exist.
  staff: () => {
    if (!getUser()?.is_staff) throw redirect({ href: "/404", replace: true });
  },
};

export function guard(access: PageAccess): (going: Going) => void {
  return GUARDS[access];
}

/** Any origin: what is read against it must stay on it. */
const HERE = "https://fieldhouse.invalid";

/**
 * Read as a browser reads it, which leaves out tabs and line breaks and takes `\` for `/`: `/<tab>/elsewhere` is another
 * site to it.
 * @returns where a person goes after signing in: where they wanted to, if that is a page of ours.
 */
export function wayBack(next: string | null | undefined): string {
  if (!next?.startsWith("/") || /\p{Cc}/u.test(next) || !URL.canParse(next, HERE)) return "/explore";
  const { origin, pathname } = new URL(next, HERE);
  return origin === HERE && !pathname.startsWith("//") ? next : "/explore";
}

/** A visitor goes to `/`, where the Sign In modal opens; the way back is kept in the address. */
function requireMember({ location }: Going): void {
  if (!getUser()) throw redirect({ href: `/?next=${encodeURIComponent(location.href)}`, replace: true });
}

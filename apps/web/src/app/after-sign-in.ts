import { redirect, useNavigate } from "@tanstack/react-router";
import { getUser } from "#lib/session.ts";
import { wayBack } from "./access.ts";
import { queryClient } from "./query-client.ts";

/**
 * @returns where somebody goes who has signed in: where they wanted to go; without such a place, on with the sign-up as
 * a Content Creator that they have not completed; else to Explore
 */
export async function findStart(wanted?: string | null): Promise<string> {
  if (!wanted && getUser()?.type === "General User") {
    const begun = await readRegistration().catch(() => null);
    if (begun?.is_sign_up && begun.next !== "done") return "/normal-user?step=next";
  }
  return wayBack(wanted);
}

/** Imported when it is needed: every page loads this file, and few need what the sign-up of an earner consists of. */
async function readRegistration() {
  const { registration } = await import("#features/earner-forms/registration.queries.ts");
  return queryClient.fetchQuery(registration);
}

/** Guards a page of visitors: whoever has verified the address in the middle of signing up goes on where they stopped. */
export async function guardSignUp({ location }: { location: { search: { next?: string } } }): Promise<void> {
  if (getUser()) throw redirect({ href: await findStart(location.search.next), replace: true });
}

/** Leads on somebody who has just signed in, as `findStart` says. */
export function useAfterSignIn(): (wanted?: string | null) => Promise<void> {
  const navigate = useNavigate();
  return async (wanted) => navigate({ href: await findStart(wanted), replace: true });
}

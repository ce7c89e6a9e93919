import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { getUser } from "#lib/session.ts";
import { takeSignUpPath } from "./sign-up-path.ts";

/**
 * @returns where to go after signing in: the requested page; without one, the next step of an unfinished Content Creator
 * sign-up; otherwise Explore
 */
export async function pathAfterSignIn(cache: QueryClient, next?: string | null): Promise<string> {
  return (!next && (await unfinishedSignUp(cache))) || toReturnPath(next);
}

/** @returns where a Content Creator continues a sign-up, or null */
async function unfinishedSignUp(cache: QueryClient): Promise<string | null> {
  if (getUser()?.type !== "General User") return null;
  const begun = await readRegistration(cache).catch(() => null);
  return begun?.is_sign_up && begun.next !== "done" ? "/normal-user?step=next" : null;
}

/** Imported on demand: every page loads this file, but few need the earner sign-up. */
async function readRegistration(cache: QueryClient) {
  const { registration } = await import("#features/earner-forms/registration.queries.ts");
  return cache.fetchQuery(registration);
}

/** Sends someone who has just signed in to `pathAfterSignIn`. */
export function useAfterSignIn(): (next?: string | null) => Promise<void> {
  const navigate = useNavigate();
  const cache = useQueryClient();
  return async (next) => navigate({ href: await pathAfterSignIn(cache, next), replace: true });
}

/** Sends someone whose address is verified on with their sign-up, or else to the page that they signed up for. */
export function useAfterVerification(): () => Promise<void> {
  const navigate = useNavigate();
  const cache = useQueryClient();
  return async () => {
    const href = (await unfinishedSignUp(cache)) ?? toReturnPath(takeSignUpPath());
    await navigate({ href, replace: true });
  };
}

/** Stands for our origin, whichever it is: a path resolved against it must not leave it. */
const ORIGIN = "https://fieldhouse.invalid";

/**
 * Rejects open redirects. Browsers drop tabs and line breaks from a URL and treat `\` as `/`, so `/<tab>/elsewhere` would
 * lead to another site.
 * @returns `next` if it is a path on our site, otherwise `/explore`
 */
export function toReturnPath(next: string | null | undefined): string {
  if (!next?.startsWith("/") || /\p{Cc}/u.test(next) || !URL.canParse(next, ORIGIN)) return "/explore";
  const { origin, pathname } = new URL(next, ORIGIN);
  return origin === ORIGIN && !pathname.startsWith("//") ? next : "/explore";
}

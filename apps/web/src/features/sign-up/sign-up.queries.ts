import { referralRoutes } from "@app/contract/referrals";
import { signUpDraftRoutes } from "@app/contract/sign-up-drafts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

/**
 * Whether an earlier visit left something in the Sign Up form. Nothing of it comes along: the server keeps it, and gives it
 * to whoever names the address in it. Where it cannot be asked the form is empty.
 */
export const signUpDraftOffer = queryOptions({
  queryKey: ["sign-up-draft"],
  gcTime: 0,
  queryFn: ({ signal }) => call(signUpDraftRoutes.one, {}, signal),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
});

/** @param code of the link one came by; null asks for the one that this browser opened before, if any */
export function referrerOf(code: string | null) {
  return queryOptions({
    queryKey: ["referrer", code],
    queryFn: ({ signal }) =>
      code === null
        ? call(referralRoutes.kept, {}, signal)
        : call(referralRoutes.referrer, { params: { code } }, signal),
  });
}

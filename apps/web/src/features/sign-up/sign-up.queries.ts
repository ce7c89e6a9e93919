import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

/**
 * Whether an earlier visit left a draft of the Sign Up form. The draft itself is only returned to users who enter the
 * email address in it. If the request fails, the form starts empty.
 */
export const signUpDraftOffer = queryOptions({
  queryKey: ["sign-up-draft"],
  gcTime: 0,
  queryFn: ({ signal }) => call("GET /sign-up-draft", {}, signal),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
});

/** @param code from the referral link; null looks up the one in this browser's cookie, if any */
export function referrerOf(code: string | null) {
  return queryOptions({
    queryKey: ["referrer", code],
    queryFn: ({ signal }) =>
      code === null ? call("GET /referrer", {}, signal) : call("GET /referrer/:code", { params: { code } }, signal),
  });
}

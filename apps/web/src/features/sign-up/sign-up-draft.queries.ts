import { signUpDraftRoutes } from "@app/contract/sign-up-drafts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

/**
 * What an earlier visit left in the Sign Up form, without its password; the server keeps it, and no storage of the browser.
 * Where it cannot be asked the form is empty.
 */
export const signUpDraft = queryOptions({
  queryKey: ["sign-up-draft"],
  queryFn: ({ signal }) => call(signUpDraftRoutes.one, {}, signal),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
});

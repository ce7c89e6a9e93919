import { signUpRoutes } from "@app/contract/sign-up";
import { verificationRoutes } from "@app/contract/verification";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";

/** The address that one asked to change to and has not confirmed; null for none. */
export const pendingEmail = queryOptions({
  queryKey: ["pending-email"],
  queryFn: ({ signal }) => call(verificationRoutes.pendingEmail, {}, signal),
  staleTime: 0,
});

export function useChangeEmail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; password: string }) => callWithMessage(signUpRoutes.changeEmail, { body }),
    onSuccess: () => cache.invalidateQueries(pendingEmail),
  });
}

export function useCancelChangeEmail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callWithMessage(verificationRoutes.cancelChangeEmail),
    onSuccess: () => cache.setQueryData(pendingEmail.queryKey, null),
  });
}

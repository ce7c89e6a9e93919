import { verificationRoutes } from "@app/contract/verification";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";

const POLL_MS = 5_000;

/** The sign-up that this browser began; null for none, and once it is verified and complete. */
export const signUpState = queryOptions({
  queryKey: ["sign-up-state"],
  gcTime: 0,
  queryFn: ({ signal }) => call(verificationRoutes.signUp, {}, signal),
  staleTime: 0,
});

/** As above, for a page that waits until the mail was opened, here or on another device. */
export const awaitedSignUpState = {
  ...signUpState,
  refetchInterval: ({ state }: { state: { data?: { is_verified: boolean } | null | undefined } }) =>
    state.data && !state.data.is_verified ? POLL_MS : (false as const),
};

/** Corrects the address until it is verified; the mail goes to the new one at once. */
export function useCorrectEmail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => callWithMessage(verificationRoutes.correctEmail, { body: { email } }),
    onSuccess: ({ data }) => cache.setQueryData(signUpState.queryKey, data),
  });
}

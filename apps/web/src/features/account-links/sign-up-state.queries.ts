import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

const POLL_MS = 5_000;

/** The sign-up begun in this browser; null if there is none or it is verified and complete. */
export const signUpState = queryOptions({
  queryKey: ["sign-up-state"],
  gcTime: 0,
  queryFn: ({ signal }) => call("GET /sign-up", {}, signal),
  staleTime: 0,
});

/**
 * Polled, for a page that waits for the verification, here or on another device: without a session there is no live
 * connection.
 */
export const polledSignUpState = {
  ...signUpState,
  refetchInterval: ({ state }: { state: { data?: { is_verified: boolean } | null | undefined } }) =>
    state.data && !state.data.is_verified ? POLL_MS : (false as const),
};

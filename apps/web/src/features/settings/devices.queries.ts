import { accountRoutes } from "@app/contract/accounts";
import { signUpRoutes } from "@app/contract/sign-up";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { useLive } from "#lib/live.ts";

export const devices = queryOptions({
  queryKey: ["devices"],
  queryFn: ({ signal }) => call(accountRoutes.devices, {}, signal),
  // Another one may have signed in, or been signed out, since this was last looked at.
  staleTime: 0,
});

/** Whoever signs in or out elsewhere appears and goes while one looks. */
export function useLiveDevices(): void {
  const cache = useQueryClient();
  useLive("devices.changed", () => void cache.invalidateQueries(devices));
}

export function useRemoveDevice() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callWithMessage(accountRoutes.removeDevice, { params: { id } }),
    // Also when it failed: it may have been gone already.
    onSettled: () => cache.invalidateQueries(devices),
  });
}

export function useRemoveOtherDevices() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callWithMessage(signUpRoutes.removeOtherDevices),
    onSettled: () => cache.invalidateQueries(devices),
  });
}

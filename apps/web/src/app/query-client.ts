import { QueryClient } from "@tanstack/react-query";
import { watchActingChannel } from "#lib/acting-channel.ts";
import { ApiError } from "#lib/api-error.ts";
import { useSessionStore } from "#lib/session-store.ts";

const RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // For unused data; queries that must not be cached override it.
      gcTime: 60_000,
      staleTime: 30_000,
      // Requests fail while offline instead of being paused, so that the user gets an error.
      networkMode: "always",
      refetchOnReconnect: true,
      // Retrying a refusal is pointless; a lost connection may come back.
      retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.kind === "offline",
    },
    mutations: { networkMode: "always" },
  },
});

/** Clears the cache when someone else signs in, so that nobody sees another person's data. */
export function clearOnUserChange(): void {
  useSessionStore.subscribe((now, before) => {
    if (now.user?.id === before.user?.id) return;
    queryClient.clear();
  });
}

/** No query names the channel that it is of. */
export function resetOnChannelChange(): void {
  watchActingChannel(() => void queryClient.resetQueries());
}

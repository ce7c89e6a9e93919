import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "#lib/api-error.ts";
import { useSessionStore } from "#lib/session-store.ts";

const RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // How long an answer is kept that nobody looks at; a query that keeps none says so in its own options.
      gcTime: 60_000,
      staleTime: 30_000,
      // Without a line a question is asked all the same, and fails: somebody who waits for it is told so.
      networkMode: "always",
      refetchOnReconnect: true,
      // A refusal stays one however often it is asked for; a lost connection may come back.
      retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.kind === "offline",
    },
    mutations: { networkMode: "always" },
  },
});

/** What one person was shown is not for the next. */
export function forgetOnChangeOfUser(): void {
  useSessionStore.subscribe((now, before) => {
    if (now.user?.id === before.user?.id) return;
    queryClient.clear();
  });
}

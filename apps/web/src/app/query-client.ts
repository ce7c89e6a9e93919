import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "#lib/api-error.ts";
import { useSessionStore } from "#lib/session-store.ts";

const RETRIES = 2;

/** Asked for anew each time it is opened. Everything else is kept for a minute after nobody looks at it any more. */
const NOT_KEPT: readonly [string, ...string[]][] = [
  ["following"],
  // Profiles: one's own, and a channel's.
  ["own-profile"],
  ["channels"],
  // Content: a channel's, and one item.
  ["channel-contents"],
  ["content"],
  ["search", "results"],
  // Besides what the specification names: what moves on by itself, what is good for one payment, and what is typed.
  ["uploads"],
  ["setup-intent"],
  ["sign-up-draft"],
  ["sign-up-state"],
];

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
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

for (const key of NOT_KEPT) queryClient.setQueryDefaults(key, { gcTime: 0 });

/** What one person was shown is not for the next. */
export function forgetOnChangeOfUser(): void {
  useSessionStore.subscribe((now, before) => {
    if (now.user?.id === before.user?.id) return;
    queryClient.clear();
  });
}

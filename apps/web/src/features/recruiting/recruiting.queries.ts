import type { RecruitingLink } from "@app/contract/recruiting";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";

/** The owner's settings. A change contains only what is different. */
export type RecruitingSettings = Omit<
  RecruitingLink,
  "can_show_location" | "closed_because" | "path" | "opened_count" | "videos"
>;
type RecruitingChanges = Partial<RecruitingSettings>;

const GUARDIAN_POLL_MS = 10_000;

export function recruitingPage(token: string) {
  return queryOptions({
    queryKey: ["recruiting", "page", token],
    queryFn: ({ signal }) => call("GET /recruit/:token", { params: { token } }, signal),
    // Each request counts as a visit; returning to the tab must not.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function recruitingLink() {
  return queryOptions({
    queryKey: ["recruiting", "link"],
    queryFn: ({ signal }) => call("GET /recruiting-link", {}, signal),
    // The guardian answers on another device, once: not worth a live event.
    refetchInterval: ({ state }) => (state.data?.closed_because === "guardian" ? GUARDIAN_POLL_MS : false),
  });
}

const CHANGE = ["recruiting", "change"];

/** Optimistic. */
export function useSaveLink() {
  const cache = useQueryClient();
  const { queryKey } = recruitingLink();
  return useMutation({
    ...useLinkChange(),
    mutationFn: (body: RecruitingChanges) => callWithMessage("POST /recruiting-link", { body }),
    onMutate: async (changes) => {
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (known) => known && { ...known, ...changes });
    },
  });
}

export function useRenewLink() {
  return useMutation({ ...useLinkChange(), mutationFn: () => callWithMessage("POST /recruiting-link/renew") });
}

/** The scope serializes changes, so the last one wins. Replies to earlier ones are stale and ignored. */
function useLinkChange() {
  const cache = useQueryClient();
  const { queryKey } = recruitingLink();
  const isLast = () => cache.isMutating({ mutationKey: CHANGE }) === 1;
  return {
    mutationKey: CHANGE,
    scope: { id: "recruiting-link" },
    onSuccess: ({ message, data }: { message: string; data: RecruitingLink }) => {
      if (!isLast()) return;
      cache.setQueryData(queryKey, data);
      toast.success(message);
    },
    onError: (error: Error) => {
      toast.error(messageOf(error));
      if (isLast()) void cache.invalidateQueries({ queryKey });
    },
  };
}

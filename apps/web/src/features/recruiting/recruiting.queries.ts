import type { RecruitingLink } from "@app/contract/recruiting";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { useOptimistic } from "#lib/optimistic.ts";
import { toast } from "#lib/toast.ts";

/** The owner's settings. A change contains only what is different. */
export type RecruitingSettings = Omit<
  RecruitingLink,
  "can_show_location" | "closed_because" | "path" | "opened_count" | "videos"
>;
type RecruitingChanges = Partial<RecruitingSettings>;

const GUARDIAN_POLL_MS = 10_000;

const PAGE_KEY = ["recruiting", "page"] as const;

export function recruitingPage(token: string) {
  return queryOptions({
    queryKey: [...PAGE_KEY, token],
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

export function useSaveLink() {
  const { options, show } = useLinkChange();
  return useMutation({
    ...options,
    mutationFn: (body: RecruitingChanges) => callWithMessage("POST /recruiting-link", { body }),
    onMutate: (changes) => show((known) => ({ ...known, ...changes })),
  });
}

export function useRenewLink() {
  const { options, show } = useLinkChange();
  return useMutation({
    ...options,
    mutationFn: () => callWithMessage("POST /recruiting-link/renew"),
    onMutate: () => show((known) => known),
  });
}

function useLinkChange() {
  const cache = useQueryClient();
  const { queryKey } = recruitingLink();
  const { options, show, confirm, isOnly } = useOptimistic<RecruitingLink>(["recruiting", "change"], queryKey);
  return {
    show,
    options: {
      ...options,
      onSuccess: ({ message, data }: { message: string; data: RecruitingLink }) => {
        confirm(data);
        // "Open" shows the page as coaches see it from now on.
        cache.removeQueries({ queryKey: PAGE_KEY });
        if (isOnly()) toast.success(message);
      },
    },
  };
}

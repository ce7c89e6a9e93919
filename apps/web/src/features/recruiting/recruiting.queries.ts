import { type RecruitingLink, recruitingRoutes } from "@app/contract/recruiting";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";

/** What its owner chooses; what is left out of a change stays. */
export type Choices = Omit<RecruitingLink, "can_show_location" | "closed_because" | "path" | "opened_count" | "videos">;
type Changes = Partial<Choices>;

const GUARDIAN_EVERY_MS = 10_000;

export function recruitingPage(token: string) {
  return queryOptions({
    queryKey: ["recruiting", "page", token],
    queryFn: ({ signal }) => call(recruitingRoutes.page, { params: { token } }, signal),
    // Each opening is counted for its athlete: coming back to the tab is none.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function recruitingLink() {
  return queryOptions({
    queryKey: ["recruiting", "link"],
    queryFn: ({ signal }) => call(recruitingRoutes.link, {}, signal),
    // Answered on another device while somebody waits here.
    refetchInterval: ({ state }) => (state.data?.closed_because === "guardian" ? GUARDIAN_EVERY_MS : false),
  });
}

const CHANGE = ["recruiting", "change"];

/** What is pressed is shown at once, and what is not changed stays. */
export function useSaveLink() {
  const cache = useQueryClient();
  const { queryKey } = recruitingLink();
  return useMutation({
    ...useLinkChange(),
    mutationFn: (body: Changes) => callWithMessage(recruitingRoutes.save, { body }),
    onMutate: async (changes) => {
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (known) => known && { ...known, ...changes });
    },
  });
}

export function useRenewLink() {
  return useMutation({ ...useLinkChange(), mutationFn: () => callWithMessage(recruitingRoutes.renew) });
}

/** One after the other, so that the last wish wins. While another one waits, the answer to this one is old. */
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

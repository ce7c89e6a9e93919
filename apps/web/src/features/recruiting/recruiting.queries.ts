import { type RecruitingLink, recruitingRoutes } from "@app/contract/recruiting";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";

export type Choices = z.input<(typeof recruitingRoutes)["save"]["body"]>;

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
  });
}

/** Saves the whole setting; what comes back is what stands. */
export function useSaveLink() {
  return useLinkChange((body: Choices) => callWithMessage(recruitingRoutes.save, { body }));
}

export function useRenewLink() {
  return useLinkChange((_: undefined) => callWithMessage(recruitingRoutes.renew));
}

function useLinkChange<Asked>(change: (asked: Asked) => Promise<{ message: string; data: RecruitingLink }>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ message, data }) => {
      cache.setQueryData(recruitingLink().queryKey, data);
      toast.success(message);
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}

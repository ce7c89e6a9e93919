import type { ReportReason } from "@app/contract/reports";
import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import type { ReportTarget } from "#lib/safety.ts";
import { toast } from "#lib/toast.ts";

type ReportWords = { reason: ReportReason; text: string };

export function sendReport({ subject, id }: ReportTarget, body: ReportWords): Promise<{ message: string }> {
  if (subject === "content") return callWithMessage("POST /report-content/:id", { params: { id }, body });
  if (subject === "comment") return callWithMessage("POST /report-comment/:id", { params: { id }, body });
  return callWithMessage("POST /report-channel/:id", { params: { id }, body });
}

export const ownReports = infiniteQueryOptions({
  queryKey: ["own-reports"],
  gcTime: 0,
  queryFn: ({ pageParam, signal }) => call("GET /my-reports", { query: { cursor: pageParam } }, signal),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: nextPage,
});

export const ownDecisions = infiniteQueryOptions({
  queryKey: ["own-decisions"],
  gcTime: 0,
  queryFn: ({ pageParam, signal }) => call("GET /my-decisions", { query: { cursor: pageParam } }, signal),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: nextPage,
});

export const blockedPeople = infiniteQueryOptions({
  queryKey: ["blocks"],
  gcTime: 0,
  queryFn: ({ pageParam, signal }) => call("GET /blocks", { query: { cursor: pageParam } }, signal),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: nextPage,
});

/**
 * Everything on the page is fetched again, because any list may show the person.
 * @param onDone runs before that
 */
export function useSetBlocked(onDone?: () => Promise<void>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ channelId: id, isBlocked }: { channelId: string; isBlocked: boolean }) =>
      isBlocked
        ? callWithMessage("POST /block/:id", { params: { id } })
        : callWithMessage("POST /unblock/:id", { params: { id } }),
    onSuccess: async ({ message }) => {
      toast.success(message);
      await onDone?.();
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries(),
  });
}

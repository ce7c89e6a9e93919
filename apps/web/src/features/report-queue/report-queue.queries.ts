import type { QueueLane } from "@app/contract/report-queue";
import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";

const QUEUE = ["admin", "reports"] as const;

export function reportQueue(lane: QueueLane) {
  return infiniteQueryOptions({
    queryKey: [...QUEUE, lane],
    gcTime: 0,
    queryFn: ({ pageParam, signal }) => call("GET /admin/reports", { query: { lane, cursor: pageParam } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
  });
}

export type Verdict =
  | { on: "report"; id: string; decision: "keep" | "remove" | "warn"; reason: string }
  | { on: "appeal"; id: string; decision: "uphold" | "overturn"; reason: string };

export function useVerdict() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (verdict: Verdict) => {
      const params = { id: verdict.id };
      const { reason } = verdict;
      return verdict.on === "report"
        ? callWithMessage("POST /admin/reports/:id", { params, body: { decision: verdict.decision, reason } })
        : callWithMessage("POST /admin/appeals/:id", { params, body: { decision: verdict.decision, reason } });
    },
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error)),
    // Somebody else may have decided it: then it leaves the list too.
    onSettled: () => cache.invalidateQueries({ queryKey: QUEUE }),
  });
}

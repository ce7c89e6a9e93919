import type { QueueLane } from "@app/contract/report-queue";
import { infiniteQueryOptions, useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";
import { useIsMounted } from "#lib/use-is-mounted.ts";

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
  | { on: "report"; id: string; decision: "suspend"; days: number; reason: string }
  | { on: "appeal"; id: string; decision: "uphold" | "overturn"; reason: string };

const VERDICT = [...QUEUE, "verdict"] as const;

/** The cases that are being decided. A suspension is decided in its dialog, over the list. */
export function useCasesBeingDecided(): ReadonlySet<string> {
  const verdicts = useMutationState({
    filters: { mutationKey: VERDICT, status: "pending" },
    select: ({ state }) => state.variables as Verdict,
  });
  return new Set(verdicts.filter(({ decision }) => decision !== "suspend").map(({ id }) => id));
}

export function useVerdict() {
  const cache = useQueryClient();
  const isMounted = useIsMounted();
  return useMutation({
    mutationKey: VERDICT,
    mutationFn: (verdict: Verdict) => {
      const params = { id: verdict.id };
      const { reason } = verdict;
      if (verdict.on === "appeal")
        return callWithMessage("POST /admin/appeals/:id", { params, body: { decision: verdict.decision, reason } });
      const days = verdict.decision === "suspend" ? { days: verdict.days } : {};
      return callWithMessage("POST /admin/reports/:id", {
        params,
        body: { decision: verdict.decision, reason, ...days },
      });
    },
    onSuccess: ({ message }) => toast.success(message),
    // The dialog that asks for how long shows why it failed, unless it was closed meanwhile.
    onError: (error, { decision }) => {
      if (decision !== "suspend" || !isMounted()) toast.error(messageOf(error));
    },
    // Somebody else may have decided it: then it leaves the list too.
    onSettled: () => cache.invalidateQueries({ queryKey: QUEUE }),
  });
}

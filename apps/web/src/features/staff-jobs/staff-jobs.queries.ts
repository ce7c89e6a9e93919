import type { JobState } from "@app/contract/staff-jobs";
import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";

const JOBS = ["admin", "jobs"];
const REFRESH_MS = 10_000;

export function staffJobs(state: JobState) {
  return infiniteQueryOptions({
    queryKey: [...JOBS, state],
    queryFn: ({ pageParam, signal }) =>
      call("GET /admin/jobs", { query: { state, ...(pageParam !== undefined && { cursor: pageParam }) } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    gcTime: 0,
    refetchInterval: REFRESH_MS,
  });
}

export function useRetryJob() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callWithMessage("POST /admin/jobs/:id/retry", { params: { id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: JOBS }),
  });
}

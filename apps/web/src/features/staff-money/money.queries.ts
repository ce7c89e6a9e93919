import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { downloadFile } from "#lib/download.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";

const POLL_MS = 5_000;
const KEY = ["admin", "money"] as const;

export const batchList = infiniteQueryOptions({
  queryKey: [...KEY, "batches"],
  queryFn: ({ pageParam, signal }) =>
    call("GET /admin/payout-batches", { query: pageParam === undefined ? {} : { cursor: pageParam } }, signal),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: nextPage,
  staleTime: 0,
  // Until everyone is in the batch, also if another tab or the monthly job makes it.
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ batches }) => batches.some((batch) => batch.state === "preparing")) ? POLL_MS : false,
});

export function payoutsOfBatch(id: string) {
  return infiniteQueryOptions({
    queryKey: [...KEY, "payouts", id],
    queryFn: ({ pageParam, signal }) =>
      call(
        "GET /admin/payout-batches/:id/payouts",
        { params: { id }, query: { per_page: 50, ...(pageParam !== undefined && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    staleTime: 0,
  });
}

export function flaggedReferrals(state: "open" | "decided") {
  return infiniteQueryOptions({
    queryKey: [...KEY, "flagged", state],
    queryFn: ({ pageParam, signal }) =>
      call("GET /admin/referrals", { query: { state, ...(pageParam !== undefined && { cursor: pageParam }) } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    staleTime: 0,
  });
}

export const taxYears = queryOptions({
  queryKey: [...KEY, "tax"],
  queryFn: ({ signal }) => call("GET /admin/tax-years", {}, signal),
  staleTime: 0,
});

/** Runs an action of staff, says what came of it, and reads the lists again. */
export function useMoneyAction<Input>(run: (input: Input) => Promise<{ message: string }>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: ({ message }) => toast.success(message),
    onSettled: () => cache.invalidateQueries({ queryKey: KEY }),
  });
}

/** Says a failure that no form shows. */
export const onFailure = { onError: (error: unknown) => toast.error(messageOf(error)) };

/** Fetches a file that the server makes, and lets the browser save it. */
export function useExport<Input>(fetchFile: (input: Input) => Promise<{ file_name: string; csv: string }>) {
  return useMutation({
    mutationFn: fetchFile,
    onSuccess: ({ file_name, csv }) =>
      // The mark lets spreadsheets read the file as UTF-8.
      downloadFile(file_name, new Blob(["\uFEFF", csv], { type: "text/csv;charset=utf-8" })),
    ...onFailure,
  });
}

export const exportBatch = (id: string) => call("POST /admin/payout-batches/:id/export", { params: { id } });
export const exportWaiting = () => call("POST /admin/payouts-waiting/export");
export const exportYear = (year: number) => call("POST /admin/tax-years/:year/export", { params: { year } });

export const makeBatch = () => callWithMessage("POST /admin/payout-batches");
export const sendBatch = (id: string) => callWithMessage("POST /admin/payout-batches/:id/send", { params: { id } });

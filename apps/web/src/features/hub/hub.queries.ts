import type { BulkChange } from "@app/contract/hub";
import type { ContentId } from "@app/contract/ids";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { liveMeta } from "#lib/live-queries.ts";
import { toast } from "#lib/toast.ts";
import type { HubQuery } from "./hub-params.ts";

const HUB = ["hub"];

/** One page of one's own content, live while something on it is processed. */
export function hubContents({ page, ...filters }: HubQuery) {
  const chosen = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null));
  return queryOptions({
    queryKey: [...HUB, "list", filters, page],
    queryFn: ({ signal }) => call("GET /hub-contents", { query: { ...chosen, current_page: page } }, signal),
    gcTime: 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: liveMeta("processing.changed", isProcessing),
  });
}

function isProcessing({ contents }: { contents: readonly { state: string }[] }): boolean {
  return contents.some((item) => item.state === "processing");
}

type Bulk = { ids: ContentId[]; change: BulkChange };

/** Changes several items. A deletion can be undone for ten seconds. */
export function useBulkChange() {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: HUB });
  const restore = async (ids: ContentId[]) => {
    try {
      const results = await call("POST /hub-contents", { body: { ids, change: { kind: "undelete" } } });
      const failed = results.find(({ ok }) => !ok);
      if (failed) toast.error(failed.message ?? "");
      else toast.success(ids.length === 1 ? "The content was restored." : `${ids.length} items were restored.`);
    } catch (error) {
      toast.error(messageOf(error));
    }
    await refresh();
  };
  return useMutation({
    mutationFn: (body: Bulk) => call("POST /hub-contents", { body }),
    onSuccess: (results, { change }) => {
      const ids = results.filter(({ ok }) => ok).map(({ id }) => id);
      if (ids.length > 0)
        toast.success(
          toSentence(change, ids.length),
          toUndo(change, () => void restore(ids)),
        );
    },
    onSettled: refresh,
  });
}

function toSentence({ kind }: BulkChange, count: number): string {
  const what = count === 1 ? "1 item was" : `${count} items were`;
  return kind === "delete" ? `${what} deleted.` : `${what} changed.`;
}

function toUndo({ kind }: BulkChange, run: () => void) {
  return kind === "delete" ? { label: "Undo", run } : undefined;
}

export function useRetryContent() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: ContentId) => call("POST /content/:id/retry", { params: { id } }),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: HUB }),
  });
}

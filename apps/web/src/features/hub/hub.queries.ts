import { CONTENT_TYPES, type ContentType, VISIBILITIES, type Visibility } from "@app/contract/contents";
import {
  type BulkChange,
  type BulkResult,
  HUB_SORTS,
  HUB_STATES,
  type HubSort,
  type HubState,
} from "@app/contract/hub";
import type { ContentId } from "@app/contract/ids";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { counted } from "#lib/format.ts";
import { liveMeta } from "#lib/live-queries.ts";
import { oneOf, type SearchParams } from "#lib/search-params.ts";
import { toast } from "#lib/toast.ts";
import { isRetryable } from "#lib/undo.ts";
import { useIsMounted } from "#lib/use-is-mounted.ts";

const HUB = ["hub"];

/** One page of the user's own content, live while something on it is processed. */
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

type Bulk = {
  ids: ContentId[];
  change: BulkChange;
  onProgress: (doneCount: number) => void;
  /** Called before the list is refetched: what the person does meanwhile stays. */
  onDone: (results: BulkResult[]) => void;
};

/** Few enough that progress is seen, and that a lost connection leaves little in doubt. */
const BATCH_SIZE = 5;

/** @property isRetryable the request failed, so nobody knows whether the item was changed */
type Outcome = BulkResult & { isRetryable?: boolean };

/** @returns a result for each item; a batch that could not be sent has the reason in each of its own */
async function changeInBatches({ ids, change, onProgress }: Omit<Bulk, "onDone">): Promise<Outcome[]> {
  const results: Outcome[] = [];
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const batch = ids.slice(from, from + BATCH_SIZE);
    const failAll = (error: unknown) =>
      batch.map((id) => ({ id, ok: false, message: messageOf(error), isRetryable: isRetryable(error) }));
    results.push(...(await call("POST /hub-contents", { body: { ids: batch, change } }).catch(failAll)));
    onProgress(results.filter(({ ok }) => ok).length);
  }
  return results;
}

/**
 * Changes several items. A deletion can be undone for ten seconds. The list shows what failed; once the person has left
 * it, a toast does.
 */
export function useBulkChange() {
  const cache = useQueryClient();
  const isMounted = useIsMounted();
  const refresh = () => cache.invalidateQueries({ queryKey: HUB });
  const restore = async (ids: ContentId[]) => {
    const results = await changeInBatches({ ids, change: { kind: "undelete" }, onProgress: () => undefined });
    const failed = results.filter(({ ok }) => !ok);
    const again = failed.filter((one) => one.isRetryable).map(({ id }) => id);
    if (failed.length === 0)
      toast.success(ids.length === 1 ? "The content was restored." : `${ids.length} items were restored.`);
    else
      toast.error(
        `${counted(failed.length, "item")} could not be restored. ${failed[0]?.message ?? ""}`,
        again.length > 0 ? { label: "Retry", run: () => void restore(again) } : undefined,
      );
    await refresh();
  };
  return useMutation({
    mutationFn: (bulk: Bulk) => changeInBatches(bulk),
    onSuccess: (results, { change, onDone }) => {
      onDone(results);
      const ids = results.filter(({ ok }) => ok).map(({ id }) => id);
      if (ids.length > 0)
        toast.success(
          toSentence(change, ids.length),
          toUndo(change, () => void restore(ids)),
        );
      const [refused, ...others] = results.filter(({ ok }) => !ok);
      if (refused && !isMounted()) toast.error(`${toRefusal(change, others.length + 1)} ${refused.message ?? ""}`);
    },
    onSettled: refresh,
  });
}

function toSentence({ kind }: BulkChange, count: number): string {
  const what = count === 1 ? "1 item was" : `${count} items were`;
  return kind === "delete" ? `${what} deleted.` : `${what} changed.`;
}

export function toRefusal({ kind }: BulkChange, count: number): string {
  return `${counted(count, "item")} could not be ${kind === "delete" ? "deleted" : "changed"}.`;
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

/** The list that is shown, as the URL carries it. */
export type HubQuery = {
  search: string;
  type: ContentType | null;
  state: HubState | null;
  visibility: Visibility | null;
  category: number | null;
  sort: HubSort;
  page: number;
};

export const ALL_CONTENT: HubQuery = {
  search: "",
  type: null,
  state: null,
  visibility: null,
  category: null,
  sort: "newest",
  page: 1,
};

/** Reads a list from a URL and ignores invalid values. */
export function readHubQuery(address: SearchParams): HubQuery {
  return {
    search: (address.search ?? "").slice(0, 200),
    type: oneOf(CONTENT_TYPES, address.type) ?? null,
    state: oneOf(HUB_STATES, address.state) ?? null,
    visibility: oneOf(VISIBILITIES, address.visibility) ?? null,
    category: toPositive(address.category),
    sort: oneOf(HUB_SORTS, address.sort) ?? ALL_CONTENT.sort,
    page: Math.min(toPositive(address.page) ?? 1, 100_000),
  };
}

/** @returns the parameters for a URL, without defaults */
export function toHubParams(query: HubQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([name, value]) => value !== ALL_CONTENT[name as keyof HubQuery])
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Without the search and the order. */
export function countFilters({ type, state, visibility, category }: HubQuery): number {
  return [type, state, visibility, category].filter((filter) => filter !== null).length;
}

/** Whether the list leaves anything out. */
export function isFiltered(query: HubQuery): boolean {
  return query.search !== "" || countFilters(query) > 0;
}

function toPositive(text: string | undefined): number | null {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 && value < 2 ** 31 ? value : null;
}

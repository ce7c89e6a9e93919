import type { ContentType } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import type { StaffContent, StaffContentFilter } from "@app/contract/staff-contents";
import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";
import { useIsMounted } from "#lib/use-is-mounted.ts";

const CONTENTS = ["admin", "contents"];

export type StaffContentQuery = { search: string; filter: StaffContentFilter | null; type: ContentType | null };

export const EVERYTHING: StaffContentQuery = { search: "", filter: null, type: null };

export function staffContents({ search, filter, type }: StaffContentQuery) {
  return infiniteQueryOptions({
    queryKey: [...CONTENTS, search, filter, type],
    queryFn: ({ pageParam, signal }) =>
      call(
        "GET /admin/contents",
        {
          query: {
            search,
            ...(filter !== null && { filter }),
            ...(type !== null && { type }),
            ...(pageParam !== undefined && { cursor: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    gcTime: 0,
    // Polled, because staff are in no live room of the item.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ contents }) => contents.some(isAgain)) ? REFETCH_MS : false,
  });
}

const REFETCH_MS = 3_000;

const isAgain = ({ reprocessing }: StaffContent) => reprocessing !== null && reprocessing.fault === null;

export type ContentAct = "hide" | "restore" | "reprocess";

type Decision = { act: ContentAct; reason: string };

const ROUTES = {
  hide: "POST /admin/contents/:id/hide",
  restore: "POST /admin/contents/:id/restore",
  reprocess: "POST /admin/contents/:id/reprocess",
} as const;

/** The dialog shows why it failed, or a toast if it was closed meanwhile. */
export function useDecideContent(id: ContentId, onDone: () => void) {
  const cache = useQueryClient();
  const isMounted = useIsMounted();
  return useMutation({
    mutationFn: ({ act, reason }: Decision) => callWithMessage(ROUTES[act], { params: { id }, body: { reason } }),
    onSuccess: ({ message }) => {
      toast.success(message);
      if (isMounted()) onDone();
    },
    onError: (error) => {
      if (!isMounted()) toast.error(messageOf(error));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: CONTENTS }),
  });
}

export function useFeatureContent() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, featured }: { id: ContentId; featured: boolean }) =>
      callWithMessage("POST /admin/banner/:id", { params: { id }, body: { pinned: featured } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error)),
    // The home banner, as staff arrange it and as Explore shows it.
    onSettled: () =>
      Promise.all(
        [CONTENTS, ["admin", "banner"], ["discovery", "top-videos"]].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

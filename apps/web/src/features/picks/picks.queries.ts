import type { ContentId } from "@app/contract/ids";
import type { AthletePick } from "@app/contract/picks";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";

export const banner = queryOptions({
  queryKey: ["admin", "banner"],
  queryFn: ({ signal }) => call("GET /admin/banner", {}, signal),
});

export const athletePicks = queryOptions({
  queryKey: ["admin", "athletes"],
  queryFn: ({ signal }) => call("GET /admin/athletes", {}, signal),
});

type BannerChange = { kind: "unpin"; id: ContentId } | { kind: "order"; ids: ContentId[] };

export function useChangeBanner() {
  const cache = useQueryClient();
  return useMutation({
    scope: { id: "banner" },
    mutationFn: (change: BannerChange) =>
      change.kind === "order"
        ? callWithMessage("PUT /admin/banner", { body: { ids: change.ids } })
        : callWithMessage("POST /admin/banner/:id", { params: { id: change.id }, body: { pinned: false } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries(banner),
  });
}

type AthleteChange = { username: string; pick: AthletePick; reason: string };

/** The dialog shows why it failed. */
export function usePickAthlete(onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: AthleteChange) => callWithMessage("POST /admin/athletes", { body }),
    onSuccess: ({ message }) => {
      toast.success(message);
      onDone();
    },
    onSettled: () => cache.invalidateQueries(athletePicks),
  });
}

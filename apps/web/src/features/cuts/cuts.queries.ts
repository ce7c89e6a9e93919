import type { Visibility } from "@app/contract/contents";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { liveMeta } from "#lib/live-queries.ts";
import type { Part } from "./part-fields.tsx";

/** What viewers see of a video, live while it is being trimmed. */
export function trimOf(id: string) {
  return queryOptions({
    queryKey: ["content", id, "trim"],
    queryFn: ({ signal }) => call("GET /content/:id/trim", { params: { id } }, signal),
    gcTime: 0,
    meta: liveMeta("processing.changed", (trim: { state: string }) => trim.state === "trimming"),
  });
}

export function useTrim(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (part: Part) => call("PUT /content/:id/trim", { params: { id }, body: part }),
    onSuccess: (trim) => cache.setQueryData(trimOf(id).queryKey, trim),
  });
}

export function useUndoTrim(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call("DELETE /content/:id/trim", { params: { id } }),
    onSuccess: (trim) => cache.setQueryData(trimOf(id).queryKey, trim),
  });
}

export function useMakeClip(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (clip: Part & { title: string; visibility: Visibility }) =>
      call("POST /content/:id/clips", { params: { id }, body: clip }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: ["hub"] }),
  });
}

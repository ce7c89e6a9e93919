import type { ContentItem } from "@app/contract/contents";
import type { ContentFile } from "@app/contract/files";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { liveMeta } from "#lib/live-queries.ts";
import { toast } from "#lib/toast.ts";
import { type EditBase, toChanges } from "./edit-draft.ts";
import type { UploadDraft } from "./upload-draft.ts";

/** An item for its owner and staff; for everybody else there is none. Live while it is processed. */
export function editedItem(id: string) {
  return queryOptions({
    queryKey: ["content", id, "edit"],
    queryFn: ({ signal }) => call("GET /edit-content/:id", { params: { id } }, signal),
    gcTime: 0,
    meta: liveMeta("processing.changed", (item: ContentItem) => item.state === "processing"),
  });
}

/** The original of an item, live while another file is replacing it. */
export function itemFile(id: string) {
  return queryOptions({
    queryKey: ["content", id, "file"],
    queryFn: ({ signal }) => call("GET /content/:id/file", { params: { id } }, signal),
    gcTime: 0,
    meta: liveMeta("processing.changed", isFileMoving),
  });
}

function isFileMoving({ replacement, url, file_name }: ContentFile): boolean {
  // An original is stored shortly after its item is processed.
  return (replacement !== null && replacement.state !== "failed") || (url === null && file_name !== null);
}

export function useReplaceFile(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (uploadId: string) => call("POST /content/:id/file", { params: { id }, body: { upload_id: uploadId } }),
    onSuccess: (file) => cache.setQueryData(itemFile(id).queryKey, file),
  });
}

/** Saves the changed fields against the revision they were made on. */
export function useSaveItem(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ base, values }: { base: EditBase; values: UploadDraft }) =>
      call("PUT /update-content/:id", { params: { id }, body: toChanges(base, values) }),
    onSuccess: (item) => {
      cache.setQueryData(editedItem(id).queryKey, item);
      void cache.invalidateQueries({ queryKey: ["hub"] });
    },
  });
}

/** Deletes an item, and offers to undo that for ten seconds. */
export function useDeleteItem(id: string) {
  const cache = useQueryClient();
  const refresh = () => void cache.invalidateQueries({ queryKey: ["hub"] });
  const restore = async () => {
    try {
      await call("POST /undelete-content/:id", { params: { id } });
      toast.success("The content was restored.");
    } catch (error) {
      toast.error(messageOf(error));
    }
    refresh();
  };
  return useMutation({
    mutationFn: () => call("DELETE /delete-content/:id", { params: { id }, body: {} }),
    onSuccess: () => {
      toast.success("The content was deleted.", { label: "Undo", run: () => void restore() });
      refresh();
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}

export function useRetryItem(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /content/:id/retry", { params: { id } }),
    onSuccess: (item) => cache.setQueryData(editedItem(id).queryKey, item),
    onError: (error) => toast.error(messageOf(error)),
  });
}

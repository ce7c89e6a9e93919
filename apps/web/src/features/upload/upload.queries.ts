import { categoryRoutes } from "@app/contract/categories";
import { contentRoutes, type ThumbnailChoice } from "@app/contract/contents";
import { uploadRoutes } from "@app/contract/uploads";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, sendFile } from "#lib/api.ts";
import type { ContentDraft } from "./draft.ts";

const ASK_CHECK_MS = 700;
const ASK_PROGRESS_MS = 2_000;

export const openUploads = queryOptions({
  queryKey: ["uploads"],
  queryFn: ({ signal }) => call(uploadRoutes.open, {}, signal),
});

/** Of everything the caller has uploaded; asked for anew with the list of open uploads. */
export const storageUse = queryOptions({
  queryKey: ["uploads", "storage"],
  queryFn: ({ signal }) => call(uploadRoutes.storage, {}, signal),
});

/** One upload, asked for until the server has looked at what arrived. */
export function checkedUpload(id: string) {
  return queryOptions({
    queryKey: ["uploads", id],
    queryFn: ({ signal }) => call(uploadRoutes.one, { params: { id } }, signal),
    refetchInterval: ({ state }) => (state.data?.check ? false : ASK_CHECK_MS),
  });
}

export const categoryList = queryOptions({
  queryKey: ["categories"],
  queryFn: ({ signal }) => call(categoryRoutes.list, {}, signal),
});

/** What was published, asked for until it is ready or has failed. */
export function publishedItem(id: string) {
  return queryOptions({
    queryKey: ["content", id],
    queryFn: ({ signal }) => call(contentRoutes.one, { params: { id } }, signal),
    refetchInterval: ({ state }) => (state.data && state.data.state !== "processing" ? false : ASK_PROGRESS_MS),
  });
}

export function useForgetUpload() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(uploadRoutes.cancel, { params: { id } }),
    onSettled: () => cache.invalidateQueries(openUploads),
  });
}

type Publication = { uploadId: string; values: ContentDraft };

export function usePublish() {
  return useMutation({
    mutationFn: ({ uploadId, values }: Publication) =>
      call(contentRoutes.upload, { body: { type: "video", upload_id: uploadId, ...values } }),
  });
}

export function useSendPicture() {
  return useMutation({ mutationFn: (file: File) => sendFile(contentRoutes.sendPicture, file) });
}

/** Changes the picture of what is published already. */
export function useChooseThumbnail(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (thumbnail: ThumbnailChoice) => call(contentRoutes.update, { params: { id }, body: { thumbnail } }),
    onSuccess: (item) => cache.setQueryData(publishedItem(id).queryKey, item),
  });
}

export function useRetryPublished(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(contentRoutes.retry, { params: { id } }),
    onSuccess: (item) => cache.setQueryData(publishedItem(id).queryKey, item),
  });
}

import { categoryRoutes } from "@app/contract/categories";
import { contentRoutes, type ThumbnailChoice } from "@app/contract/contents";
import { type OpenUpload, uploadRoutes } from "@app/contract/uploads";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, sendFile } from "#lib/api.ts";
import type { ContentDraft } from "./upload-draft.ts";

const ASK_CHECK_MS = 700;
/** A look takes a second or two. What is not there after half a minute is waited for with patience. */
const ASK_CHECK_OFTEN = 40;
const ASK_CHECK_LATER_MS = 5_000;
const ASK_PROGRESS_MS = 2_000;

export const openUploads = queryOptions({
  queryKey: ["uploads"],
  gcTime: 0,
  queryFn: ({ signal }) => call(uploadRoutes.open, {}, signal),
});

/** Of everything the caller has uploaded; asked for anew with the list of open uploads. */
export const storageUse = queryOptions({
  queryKey: ["uploads", "storage"],
  queryFn: ({ signal }) => call(uploadRoutes.storage, {}, signal),
});

/** One upload, asked for until the server has looked at it and processed it. */
export function checkedUpload(id: string) {
  return queryOptions({
    queryKey: ["uploads", id],
    gcTime: 0,
    queryFn: ({ signal }) => call(uploadRoutes.one, { params: { id } }, signal),
    refetchInterval: ({ state }) => nextAskMs(state.data, state.dataUpdateCount + state.errorUpdateCount),
  });
}

/** @param asked how often it was asked for so far */
function nextAskMs(upload: OpenUpload | undefined, asked: number): number | false {
  if (!upload?.check) return asked < ASK_CHECK_OFTEN ? ASK_CHECK_MS : ASK_CHECK_LATER_MS;
  const isMoreToCome = upload.awaits_frames || upload.processing?.state === "processing";
  return upload.check.ok && isMoreToCome ? ASK_PROGRESS_MS : false;
}

export const categoryList = queryOptions({
  queryKey: ["categories"],
  queryFn: ({ signal }) => call(categoryRoutes.list, {}, signal),
});

/** What was published, asked for until it is ready or has failed. */
export function publishedItem(id: string) {
  return queryOptions({
    queryKey: ["content", id],
    gcTime: 0,
    queryFn: ({ signal }) => call(contentRoutes.one, { params: { id } }, signal),
    refetchInterval: ({ state }) => (state.data && state.data.state !== "processing" ? false : ASK_PROGRESS_MS),
  });
}

export function useDeleteUpload() {
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

import { type ContentType, contentRoutes, type ThumbnailChoice } from "@app/contract/contents";
import type { ImageForm } from "@app/contract/images";
import type { OpenUpload } from "@app/contract/uploads";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, sendFile } from "#lib/api.ts";
import { toAudience, type UploadDraft } from "./upload-draft.ts";

const CHECK_POLL_MS = 700;
/** A check takes a second or two; after half a minute, polling slows down. */
const FAST_CHECK_POLLS = 40;
const SLOW_CHECK_POLL_MS = 5_000;
const PROGRESS_POLL_MS = 2_000;

export const openUploads = queryOptions({
  queryKey: ["uploads"],
  gcTime: 0,
  queryFn: ({ signal }) => call("GET /my-uploads", {}, signal),
});

/** Whether new items start with comments allowed. */
export const commentsDefault = queryOptions({
  queryKey: ["uploads", "comments"],
  queryFn: ({ signal }) => call("GET /comment-settings", {}, signal),
});

/** Unfinished uploads of one type: each page lists its own. */
export function openUploadsOf(type: ContentType) {
  return queryOptions({ ...openUploads, select: (uploads) => uploads.filter((open) => open.type === type) });
}

/** Refetched together with the list of unfinished uploads. */
export const storageUse = queryOptions({
  queryKey: ["uploads", "storage"],
  queryFn: ({ signal }) => call("GET /my-storage", {}, signal),
});

/** One upload, polled until it is checked and processed. */
export function checkedUpload(id: string) {
  return queryOptions({
    queryKey: ["uploads", id],
    gcTime: 0,
    queryFn: ({ signal }) => call("GET /my-uploads/:id", { params: { id } }, signal),
    refetchInterval: ({ state }) => pollDelayMs(state.data, state.dataUpdateCount + state.errorUpdateCount),
  });
}

function pollDelayMs(upload: OpenUpload | undefined, polls: number): number | false {
  if (!upload?.check) return polls < FAST_CHECK_POLLS ? CHECK_POLL_MS : SLOW_CHECK_POLL_MS;
  const isMoreToCome = upload.awaits_frames || upload.processing?.state === "processing";
  return upload.check.ok && isMoreToCome ? PROGRESS_POLL_MS : false;
}

export const categoryList = queryOptions({
  queryKey: ["categories"],
  queryFn: ({ signal }) => call("GET /categories", {}, signal),
});

/** A published item, polled until processing ends. */
export function publishedItem(id: string) {
  return queryOptions({
    queryKey: ["content", id],
    gcTime: 0,
    queryFn: ({ signal }) => call("GET /content/:id", { params: { id } }, signal),
    refetchInterval: ({ state }) => (state.data && state.data.state !== "processing" ? false : PROGRESS_POLL_MS),
  });
}

export function useDeleteUpload() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /my-uploads/:id", { params: { id } }),
    onSettled: () => cache.invalidateQueries(openUploads),
  });
}

type Publication = { uploadId: string; values: UploadDraft };

export function usePublish(type: ContentType) {
  return useMutation({
    mutationFn: ({ uploadId, values: { thumbnail, images: _, ...values } }: Publication) =>
      call("POST /content-upload", {
        body: { type, upload_id: uploadId, ...values, ...toAudience(values), ...(thumbnail && { thumbnail }) },
      }),
  });
}

/** Makes one item of a set of images; the upload of the first one is its key. */
export function usePublishImages() {
  return useMutation({
    mutationFn: ({ images, values }: { images: ImageForm[]; values: Omit<UploadDraft, "thumbnail" | "images"> }) =>
      call("POST /content-upload", {
        body: { type: "image", upload_id: images[0]?.upload_id ?? "", images, ...values, ...toAudience(values) },
      }),
  });
}

export function useUploadPicture() {
  return useMutation({ mutationFn: (file: File) => sendFile(contentRoutes.sendPicture, file) });
}

/** Changes the thumbnail of a published item. */
export function useChooseThumbnail(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (thumbnail: ThumbnailChoice) =>
      call("PUT /update-content/:id", { params: { id }, body: { thumbnail } }),
    onSuccess: (item) => cache.setQueryData(publishedItem(id).queryKey, item),
  });
}

export function useRetryPublished(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /content/:id/retry", { params: { id } }),
    onSuccess: (item) => cache.setQueryData(publishedItem(id).queryKey, item),
  });
}

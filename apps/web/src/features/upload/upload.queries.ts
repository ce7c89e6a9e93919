import { type ContentItem, type ContentType, contentRoutes } from "@app/contract/contents";
import type { ImageForm } from "@app/contract/images";
import type { ThumbnailChoice } from "@app/contract/thumbnails";
import type { OpenUpload } from "@app/contract/uploads";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, sendFile } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { liveMeta } from "#lib/live-queries.ts";
import { contentItem } from "#lib/queries.ts";
import { changedFields, isItemFile, toBase, toChanges } from "./edit.queries.ts";
import { toAudience, type UploadDraft } from "./upload-draft.ts";

/** Always refetched where it is shown: a chosen file may continue one of its uploads, and a draft refers to them. */
export const openUploads = queryOptions({
  queryKey: ["uploads"],
  gcTime: 0,
  staleTime: 0,
  queryFn: ({ signal }) => call("GET /my-uploads", {}, signal),
});

/** Whether new items start with comments allowed. */
export const commentsDefault = queryOptions({
  queryKey: ["uploads", "comments"],
  queryFn: ({ signal }) => call("GET /comment-default", {}, signal),
});

/** Unfinished uploads of one type that become new items: each page lists its own. */
export function openUploadsOf(type: ContentType) {
  return queryOptions({
    ...openUploads,
    select: (uploads) => uploads.filter((open) => open.type === type && open.replaces === null),
  });
}

/** Unfinished images that can be added to an item: for its channel, whichever one the page acts for. */
export function openImagesFor(itemId: string) {
  return queryOptions({
    queryKey: ["uploads", "for", itemId],
    gcTime: 0,
    queryFn: ({ signal }) => call("GET /content/:id/uploads", { params: { id: itemId } }, signal),
    select: (uploads) => uploads.filter((open) => open.type === "image" && open.replaces === null),
  });
}

/** Refetched together with the list of unfinished uploads, and wherever it is shown: what was published counts, too. */
export const storageUse = queryOptions({
  queryKey: ["uploads", "storage"],
  staleTime: 0,
  queryFn: ({ signal }) => call("GET /my-storage", {}, signal),
});

/** One upload, live until it is checked and processed. */
export function checkedUpload(id: string) {
  return queryOptions({
    queryKey: ["uploads", id],
    gcTime: 0,
    queryFn: ({ signal }) => call("GET /my-uploads/:id", { params: { id } }, signal),
    meta: liveMeta("processing.changed", isMoreToCome),
  });
}

function isMoreToCome({ check, awaits_frames, processing }: OpenUpload): boolean {
  return check === null || (check.ok && (awaits_frames || processing?.state === "processing"));
}

export function useDeleteUpload() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /my-uploads/:id", { params: { id } }),
    // It may have been meant to replace the file of an item.
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries(openUploads),
        cache.invalidateQueries({ predicate: ({ queryKey }) => isItemFile(queryKey) }),
      ]),
  });
}

/** Whether the server may have done what it was asked, although no reply says so. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof ApiError) || ["offline", "internal", "unavailable"].includes(error.kind);
}

/**
 * An attempt without a reply may have published the item with what was entered then: the server leaves such an item as it
 * is. Its pictures can be changed where it is shown.
 */
async function withValues(item: ContentItem, values: Omit<UploadDraft, "thumbnail" | "images">): Promise<ContentItem> {
  const base = toBase(item);
  const wanted = { ...values, thumbnail: null, images: base.values.images };
  if (changedFields(base.values, wanted).length === 0) return item;
  return call("PUT /update-content/:id", { params: { id: item.id }, body: toChanges(base, wanted) });
}

/** `isAgain` after an attempt without a reply. */
type Publication = { uploadId: string; values: UploadDraft; isAgain: boolean };

export function usePublish(type: ContentType) {
  return useMutation({
    mutationFn: async ({ uploadId, values: { thumbnail, images: _, ...values }, isAgain }: Publication) => {
      const item = await call("POST /content-upload", {
        body: { type, upload_id: uploadId, ...values, ...toAudience(values), ...(thumbnail && { thumbnail }) },
      });
      return isAgain ? withValues(item, values) : item;
    },
  });
}

/** Makes one item of a set of images; the upload of the first one is its key. */
type ImagesPublication = {
  images: ImageForm[];
  values: Omit<UploadDraft, "thumbnail" | "images">;
  /** Its position. */
  thumbnail: number;
  isAgain: boolean;
};

export function usePublishImages() {
  return useMutation({
    mutationFn: async ({ images, values, thumbnail, isAgain }: ImagesPublication) => {
      const item = await call("POST /content-upload", {
        body: {
          type: "image",
          upload_id: images[0]?.upload_id ?? "",
          images,
          thumbnail: { image: thumbnail },
          ...values,
          ...toAudience(values),
        },
      });
      return isAgain ? withValues(item, values) : item;
    },
  });
}

/** A custom thumbnail that was sent, but not saved yet. Nothing is asked without an id. */
export function sentPicture(id: string | null) {
  return queryOptions({
    queryKey: ["uploads", "picture", id],
    enabled: id !== null,
    gcTime: 0,
    queryFn: ({ signal }) => call("GET /content-thumbnail/:id", { params: { id: id ?? "" } }, signal),
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
    onSuccess: (item) => cache.setQueryData(contentItem(id).queryKey, item),
  });
}

export function useRetryPublished(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /content/:id/retry", { params: { id } }),
    onSuccess: (item) => cache.setQueryData(contentItem(id).queryKey, item),
  });
}
